-- Works with code from: 0103
-- The whole address of a webhook, encrypted: it may hold a password or a token. The webhook itself goes on with protocol and host alone; addresses
-- of before are encrypted when the product starts.
ALTER TABLE webhook_state ADD COLUMN sealed_url bytea;
GRANT INSERT (sealed_url), UPDATE (sealed_url) ON webhook_state TO packhouse_app;

-- What receivers answered is no longer stored: it may repeat the record, the address or the signature. The column goes once no older code writes it.
UPDATE webhook_delivery SET answer = NULL WHERE answer IS NOT NULL;
