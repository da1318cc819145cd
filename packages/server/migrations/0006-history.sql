-- The history of a row names who changed it.
GRANT SELECT (first_name, last_name) ON user_account TO packhouse_app;
