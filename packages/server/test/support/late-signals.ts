import { DatabaseSignals, type SignalListener } from '../../src/platform/database-signals.ts'

/** Longer than a test needs for its next call. */
const DELAY_MS = 300

/**
 * Set-up for LATE_SIGNALS=on (`npm run test:steady`): signals of the database arrive late, as on a busy machine. It shows tests that change rows past the
 * product and look once, which otherwise fail once in a thousand runs.
 */
const isLate = Symbol.for('packhouse.lateSignals')
const prototype: DatabaseSignals & { [isLate]?: true } = DatabaseSignals.prototype
// A set-up runs again for each file, in the same process.
if (prototype[isLate] === undefined) {
  const { on } = prototype
  prototype[isLate] = true
  prototype.on = function onLate(channel, { heard, missed }: SignalListener) {
    on.call(this, channel, { heard: (payload) => void setTimeout(() => heard(payload), DELAY_MS), missed })
  }
}
