import { runBackupKills } from '@packhouse/server/testing'
import type { FaultPart } from './part.ts'

/** Kills backups and restores on the way. */
export const backup: FaultPart = {
  name: 'backup',
  about: 'kill -9 in the middle of a backup, and as often in the middle of a restore',
  rounds: 50,
  run: async (options) => {
    const { kills, ended, swapped, starts, faults } = await runBackupKills(options)
    for (const fault of faults) options.report(fault)
    const figures = `${kills.backup} backups and ${kills.restore} restores killed, ${ended} had ended, ${swapped} restores were in place`
    return {
      passed: faults.length === 0,
      summary: `${figures}; old data changed ${faults.length} times, ${starts} starts between`,
    }
  },
}
