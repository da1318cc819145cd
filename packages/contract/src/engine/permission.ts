/**
 * Permissions owned by the system, `resource.action`. `customer.access` opens the application:
 * every signed-in screen and every monitoring call needs it.
 */
export const permissions = {
  'customer.access': 'Open the application and see the machines of their own customer',
  'customer.exportData': 'Export all data of a customer',
  'customer.removeData': 'Remove all data of a customer for good',
  'machine.read.any': 'See the machines of every customer',
  'machine.command': 'Write values of visible machines, as far as their tag map allows it',
  'machine.claim': 'Claim ordered machines by their label',
  'alarm.acknowledge': 'Acknowledge alarms of visible machines',
  'alarm.manage': 'Assign and shelve alarms of visible machines',
  'downtime.update': 'Enter downtime reasons and production orders',
  'sharing.decide':
    'Decide what machines of their own customer share with the maker, and answer agreements on their data',
  'telemetry.publish': 'Publish records of machines; for keys of devices',
  'partnerAccess.read': 'See which partners read data of machines, and when they did',
  'partnerAccess.give': 'Let partners read data of machines of their own customer, and end it',
  'partnerData.read': 'Read data of machines as a partner; only keys of partners can use it',
  'comment.read': 'See comments and follow-ups of the records that they may see',
  'comment.write': 'Comment on the records that they may see, and follow them up',
  'cost.read': 'See costs and margins',
  'project.takeOver': 'Take a project over from who edits it',
  'operation.read': 'See system health',
  'operation.update': 'Retry and discard jobs of the installation',
  'backup.read': 'See backups of the installation',
  'backup.create': 'Make and test backups of the installation',
  'backup.release': 'Release a copy that was restored from a backup',
  'authLog.read': 'See the audit: changes of records, sign-ins, refusals and the use of API keys',
  'session.read': 'See where others are signed in',
  'session.end': 'End sessions of others',
  'user.viewAs': 'View the product as another user, without changing anything',
  'change.read': 'Follow changes of the records that they may see',
  'log.read': 'Read the server log',
  'log.update': 'Switch debug lines of the server log on',
  'analytics.read': 'See how the product is used',
  'analytics.names': 'See who uses the product, by name',
  'mail.read': 'See sent and stored mails',
  'mail.send': 'Send mails again',
  'document.design': 'Try templates of documents',
  'settings.read': 'See the settings of the installation',
  'settings.update': 'Change the settings of the installation',
  'deadLetter.read': 'See refused messages and their payload',
  'deadLetter.replay': 'Replay and discard messages that were refused',
} as const

export type Permission = keyof typeof permissions
