/**
 * Permissions owned by the system, `resource.action`. `customer.access` opens the application:
 * every signed-in screen and every monitoring call needs it.
 */
export const permissions = {
  'customer.access': 'Open the application and see the machines of the own customer',
  'machine.read.any': 'See the machines of every customer',
  'alarm.acknowledge': 'Acknowledge alarms of the machines one sees',
  'alarm.manage': 'Assign and shelve alarms of the machines one sees',
  'downtime.update': 'Say why machines stood still',
  'telemetry.publish': 'Publish records of machines; for keys of devices',
  'operation.read': 'See how the installation runs',
  'operation.update': 'Retry and discard jobs of the installation',
  'mail.read': 'See the mails that the product has sent or keeps',
  'deadLetter.read': 'See messages that were refused, with their payload',
  'deadLetter.replay': 'Replay and discard messages that were refused',
} as const

export type Permission = keyof typeof permissions
