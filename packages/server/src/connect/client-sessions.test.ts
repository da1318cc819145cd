import { expect, test } from 'vitest'
import { companyDevice } from '../../test/support/machine-entry.ts'
import { useMovableClock } from '../../test/support/movable-clock.ts'
import { IssueLog } from '../platform/issue-log.ts'
import { createLog } from '../platform/log.ts'
import { ClientSessions } from './client-sessions.ts'
import { CommandRoutes } from './commands/command-routes.ts'
import type { MqttConnection } from './mqtt/mqtt-connection.ts'

const clock = useMovableClock('stopped')

test('a device that may no longer stay is thrown out a second later, and one that may stays', async () => {
  const revoked = new Set<string>()
  const recheck = async (devices: readonly (typeof companyDevice)[]) =>
    devices.map((device) => (revoked.has(device.userName) ? undefined : device))
  const sessions = new ClientSessions(
    { recheck },
    new IssueLog(createLog('silent'), 'All is well'),
    new CommandRoutes(),
  )
  const ended: string[] = []
  for (const userName of ['one', 'other']) {
    const client = { end: () => void ended.push(userName) } as unknown as MqttConnection
    sessions.begin(client, { ...companyDevice, userName }, new Map())
  }
  sessions.start()
  await clock.move(10_000)
  expect(ended).toEqual([])
  revoked.add('one')
  await clock.move(1_000)
  expect(ended).toEqual(['one'])
  sessions.stop()
})
