-- Works with code from: 0124
-- How many records of a minute or an hour have said how many rejects there are: without it, a machine that has none and one that does not count them look the
-- same. Null for what was counted before and by code of before. The rules are in decision 0156.
ALTER TABLE minute_rollup ADD COLUMN rejects_count int;
ALTER TABLE hour_rollup ADD COLUMN rejects_count int;
