import type { Json } from './json.ts'

/** What the areas of the product are for. */
const descriptions: Readonly<Record<string, string>> = {
  'API keys': 'Keys for programs, with what each may do and from where',
  Access: 'Users, roles, groups and permissions',
  Alarms: 'Rules that watch machines, and the alarms that they raised',
  Analytics: 'How the product is used',
  Audit: 'Sign-ins and changes: who did what, from where',
  Contacts: 'People at customers and suppliers',
  Customers: 'Who has machines of ours',
  Documents: 'PDFs of records, their templates and monthly reports',
  Estimator: 'Projects, their costs and versions, and the quotes that customers get',
  'Installed machines': 'Machines at customers',
  Library: 'Machine models, their options, styles, documents and public pages',
  Locations: 'Sites of customers and suppliers',
  'Machine monitoring': 'Live values, history and records of machines',
  Monitoring: 'How records of machines come in',
  Operation: 'Health, figures and jobs of this installation, and its documentation',
  'Own account': 'What everybody may do with their own account',
  'Reference data': 'Countries, currencies, industries and other lists that records refer to',
  Search: 'One search over all records',
  'Server log': 'The log of the servers',
  Service: 'Service plans and what was done',
  Settings: 'Settings of the installation',
  'Sign-in': 'Passwords, second factors, passkeys and single sign-on',
  'Stops and OEE': 'Why machines stopped, and what that cost',
  Suppliers: 'Who delivers parts and machines',
  Telemetry: 'Tag maps, connections, and messages that were refused',
  Webhooks: 'Changes of records, sent to other programs',
}

/** The tags of operations, in the order in which they are met. */
export function tagsOf(operations: readonly { area: string }[]): Json[] {
  return [...new Set(operations.map(({ area }) => area))].map((name) => {
    const description = descriptions[name]
    return { name, ...(description === undefined ? {} : { description }) }
  })
}
