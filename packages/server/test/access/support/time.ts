/** As long as an answer of the database about a credential is believed (`credential-cache.ts`). */
const BELIEVED_MS = 500

const measure = performance.now.bind(performance)
let aheadMs = 0
performance.now = () => measure() + aheadMs

/** Lets the time go by after which what was revoked must be refused: the next request is refused or it never will be. */
export function whenBelievedNoMore(): void {
  aheadMs += BELIEVED_MS
}

/**
 * Statements for a database in which the grace of a used refresh token does not run out by itself, however busy the machine is: a
 * test ends it by another `used_at`.
 */
export const GRACE_ENDS_BY_HAND = `
  CREATE FUNCTION use_later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.used_at := now() + interval '1 day'; RETURN NEW; END $$;
  CREATE TRIGGER use_later BEFORE UPDATE OF used_at ON refresh_token FOR EACH ROW
    WHEN (OLD.used_at IS NULL AND NEW.used_at IS NOT NULL) EXECUTE FUNCTION use_later();`
