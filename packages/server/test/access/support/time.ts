/** So long an answer of the database about a credential is believed (`credential-cache.ts`): what was revoked is refused after it. */
export const BELIEVED_MS = 500

/**
 * Statements for a database in which the grace of a used refresh token does not run out by itself, however busy the machine is: a
 * test ends it by another `used_at`.
 */
export const GRACE_ENDS_BY_HAND = `
  CREATE FUNCTION use_later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.used_at := now() + interval '1 day'; RETURN NEW; END $$;
  CREATE TRIGGER use_later BEFORE UPDATE OF used_at ON refresh_token FOR EACH ROW
    WHEN (OLD.used_at IS NULL AND NEW.used_at IS NOT NULL) EXECUTE FUNCTION use_later();`
