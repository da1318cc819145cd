/**
 * Permissions owned by the system, `resource.action`. `customer.access` opens the application:
 * every signed-in screen and every monitoring call needs it.
 */
export const permissions = {
  'customer.access': 'Open the application and see the machines of their own customer',
  'machine.read.any': 'See the machines of every customer',
  'alarm.acknowledge': 'Acknowledge alarms of visible machines',
  'alarm.manage': 'Assign and shelve alarms of visible machines',
  'downtime.update': 'Enter downtime reasons',
  'telemetry.publish': 'Publish records of machines; for keys of devices',
  'cost.read': 'See costs and margins',
  'project.takeOver': 'Take a project over from who edits it',
  'operation.read': 'See system health',
  'operation.update': 'Retry and discard jobs of the installation',
  'authLog.read': 'See the audit: changes of records, sign-ins, refusals and the use of API keys',
  'session.read': 'See where others are signed in',
  'session.end': 'End sessions of others',
  'change.read': 'Follow changes of the records that they may see',
  'log.read': 'Read the server log',
  'log.update': 'Switch debug lines of the server log on',
  'analytics.read': 'See how the product is used',
  'analytics.names': 'See who uses the product, by name',
  'mail.read': 'See sent and stored mails',
  'document.design': 'Try templates of documents',
  'settings.read': 'See the settings of the installation',
  'settings.update': 'Change the settings of the installation',
  'deadLetter.read': 'See refused messages and their payload',
  'deadLetter.replay': 'Replay and discard messages that were refused',
} as const

export type Permission = keyof typeof permissions
