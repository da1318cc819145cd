-- The page that somebody begins with after signing in; null: the overview.
ALTER TABLE user_setting
  ADD COLUMN start_page text
    CONSTRAINT user_setting_start_page_form CHECK (start_page ~ '^(/[a-z0-9-]+)+$' AND length(start_page) <= 200);
