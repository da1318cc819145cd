-- Works with code from: 0103
-- What machines of the library and their options cost the maker. It is disclosed as the costs of projects are.
ALTER TABLE library_machine ADD COLUMN base_cost numeric(16, 4);
ALTER TABLE machine_option ADD COLUMN cost numeric(16, 4);
