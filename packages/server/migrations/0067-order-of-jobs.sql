-- Which job of a turn runs, without reading all that wait for theirs.
CREATE INDEX job_running ON job (kind, turn) WHERE lease IS NOT NULL AND turn IS NOT NULL;

-- A receiver that an alarm is reported to no more does not hold up the one that it is reported to now.
UPDATE job SET turn = coalesce(d.alarm_id, d.health_alert_id) || '/' || d.host FROM alarm_delivery d
WHERE job.kind = 'webhook' AND d.id::text = job.payload ->> 'deliveryId';
