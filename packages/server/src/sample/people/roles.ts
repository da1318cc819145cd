const everybody = ['customer.access', 'machine.read.any', 'machine.read', 'customer.read', 'contact.read'] as const
const talking = ['location.read', 'supplier.read', 'comment.read', 'comment.write', 'orderedMachine.read'] as const
const quoting = [
  ...['project.read', 'projectItem.read', 'projectDelivery.read', 'projectCommissioning.read', 'projectMedia.read'],
  ...['projectOptionalExtra.read', 'projectRole.read', 'itemMaster.read', 'itemCategory.read', 'libraryMachine.read'],
  ...['machineOption.read', 'packagingStyle.read', 'compatibility.read', 'cost.read'],
]

/** What each kind of staff does. */
export const staffRoles = {
  Service: {
    description: 'Looks after machines at customers',
    permissions: [
      ...everybody,
      ...talking,
      ...['alarm.acknowledge', 'alarm.manage', 'alarmRule.read', 'onCallSchedule.read', 'escalationPolicy.read'],
      ...['downtime.update', 'downtimeReason.read', 'machineDocument.read', 'promise.read', 'acceptanceTest.read'],
      ...['servicePlan.read', 'serviceRecord.read', 'serviceRecord.create', 'serviceRecord.update'],
      ...['serviceRequest.read', 'serviceRequest.update', 'visitTask.read', 'visitTask.create', 'visitTask.update'],
      ...['serviceVisit.read', 'serviceVisit.create', 'serviceVisit.update', 'machinePart.read', 'modelPart.read'],
      ...['readingSetting.read', 'readingSetting.create', 'readingSetting.update'],
    ],
  },
  Sales: {
    description: 'Quotes, and the customers they are for',
    permissions: [
      ...everybody,
      ...talking,
      ...quoting,
      ...['customer.create', 'customer.update', 'contact.create', 'contact.update', 'project.create', 'project.update'],
      ...['project.send', 'projectItem.create', 'projectItem.update', 'projectItem.delete'],
    ],
  },
  Management: {
    description: 'Approves quotes and sees what the company does',
    permissions: [...everybody, ...talking, ...quoting, 'project.approve', 'analytics.read', 'approvalRule.read'],
  },
} as const satisfies Record<string, { description: string; permissions: readonly string[] }>

export type StaffRole = keyof typeof staffRoles
