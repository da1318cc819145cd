-- What the configurator was asked when a machine came into a quote: from the line the way leads back to the same answers and choices.
ALTER TABLE project_item ADD COLUMN configurator_query text
  CONSTRAINT project_item_configurator_query_length CHECK (length(configurator_query) <= 16000);
