import type { TokenPair } from '@packhouse/contract'
import { beforeEach, expect, test } from 'vitest'
import { Caller } from '../support/caller.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { BELIEVED_MS, GRACE_ENDS_BY_HAND } from './support/time.ts'

const clock = useMovableClock('running')
const app = useTestApp({ prepare: GRACE_ENDS_BY_HAND })
const GRACE_SECONDS = 10
const OF_TOKEN = 'session_id = (SELECT session_id FROM refresh_token WHERE hash = sha256($1::text::bytea))'

let pair: TokenPair

beforeEach(async () => {
  pair = await app.login(emailOf('customer'))
})

function refresh(token: string) {
  return app.anonymous.post('/v1/auth/refresh', { refresh_token: token })
}

async function successorOf(token: string): Promise<TokenPair> {
  return await app.anonymous.call('refresh', { body: { refresh_token: token } })
}

async function endGrace(token: string): Promise<void> {
  await app.sql(
    'UPDATE refresh_token SET used_at = now() - make_interval(secs => $2) WHERE hash = sha256($1::text::bytea)',
    [token, GRACE_SECONDS + 1],
  )
}

async function restart(): Promise<void> {
  await app.stopProduct()
  await app.startProduct()
}

/** The token that was used is refused, and nothing that came from the same sign-in works any more. */
async function expectRevoked(used: string, newest: TokenPair): Promise<void> {
  expectProblem(await refresh(used), 'refresh_token_reused')
  expectProblem(await refresh(newest.refresh_token), 'refresh_token_invalid')
  await clock.jump(BELIEVED_MS)
  expectProblem(await new Caller(app.port, newest).get('/v1/auth/me'), 'token_invalid')
  const [ended] = await app.sql(
    `SELECT end_reason FROM session WHERE id = (
    SELECT session_id FROM refresh_token WHERE hash = sha256($1::text::bytea))`,
    [used],
  )
  expect(ended).toEqual({ end_reason: 'refresh token reused' })
}

/** Makes the next change of a kind fail when its transaction ends, as a database does that goes away at that moment. */
async function rollBackOnce(table: string, event: string): Promise<void> {
  await app.sql(`CREATE SEQUENCE rolled_back`)
  await app.sql(`CREATE FUNCTION roll_back_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      IF nextval('rolled_back') = 1 THEN RAISE EXCEPTION 'rolled back'; END IF;
      RETURN NULL;
    END $$`)
  await app.sql(`CREATE CONSTRAINT TRIGGER roll_back_once AFTER ${event} ON ${table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION roll_back_once()`)
}

async function stopRollingBack(): Promise<void> {
  await app.sql('DROP FUNCTION roll_back_once CASCADE')
  await app.sql('DROP SEQUENCE rolled_back')
  const expected = app.logged.splice(0)
  expect(expected.filter(({ level }) => level >= 50)).toHaveLength(1)
}

test('after its grace a used token ends the session', async () => {
  const next = await successorOf(pair.refresh_token)
  await endGrace(pair.refresh_token)
  await expectRevoked(pair.refresh_token, next)
})

test('after a restart a used token ends the session, and another restart does not bring it back', async () => {
  const next = await successorOf(pair.refresh_token)
  await restart()
  expect(await successorOf(pair.refresh_token)).toEqual(next)
  await endGrace(pair.refresh_token)
  await restart()
  await expectRevoked(pair.refresh_token, next)
  await restart()
  expectProblem(await refresh(next.refresh_token), 'refresh_token_invalid')
})

test('after the exchange was rolled back it can be made again, once, and a used token ends the session', async () => {
  await rollBackOnce('refresh_token', 'UPDATE')
  expectProblem(await refresh(pair.refresh_token), 'internal')
  expect(await app.sql(`SELECT used_at FROM refresh_token WHERE ${OF_TOKEN}`, [pair.refresh_token])).toEqual([
    { used_at: null },
  ])
  await stopRollingBack()
  const next = await successorOf(pair.refresh_token)
  await endGrace(pair.refresh_token)
  await expectRevoked(pair.refresh_token, next)
})

test('after the end of the session was rolled back nothing is handed out, and the next use ends it', async () => {
  const next = await successorOf(pair.refresh_token)
  await endGrace(pair.refresh_token)
  await rollBackOnce('session', 'UPDATE OF ended_at')
  expectProblem(await refresh(pair.refresh_token), 'internal')
  await stopRollingBack()
  await expectRevoked(pair.refresh_token, next)
})

test('after the database was set back to before the exchange newer tokens are refused, and a used one ends the session', async () => {
  const lost = await successorOf(pair.refresh_token)
  const newer = await successorOf(lost.refresh_token)
  await app.sql(`DELETE FROM refresh_token WHERE ${OF_TOKEN} AND hash <> sha256($1::text::bytea)`, [pair.refresh_token])
  await app.sql(`DELETE FROM access_token WHERE ${OF_TOKEN} AND hash <> sha256($2::text::bytea)`, [
    pair.refresh_token,
    pair.access_token,
  ])
  await app.sql('UPDATE refresh_token SET used_at = NULL, successor_hash = NULL WHERE hash = sha256($1::text::bytea)', [
    pair.refresh_token,
  ])
  expectProblem(await refresh(newer.refresh_token), 'refresh_token_invalid')
  expectProblem(await refresh(lost.refresh_token), 'refresh_token_invalid')
  // What follows a token is derived from it: anyone who copied it gets nothing that its owner does not have too.
  expect(await successorOf(pair.refresh_token)).toEqual(lost)
  await endGrace(pair.refresh_token)
  await expectRevoked(pair.refresh_token, lost)
})
