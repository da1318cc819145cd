import type { Json } from './json.ts'

/** What the areas of the product are for. */
const descriptions: Readonly<Record<string, string>> = {
  'API keys': 'Keys for programs, with what each may do and from where',
  Access: 'Users, roles, groups and permissions',
  Alarms: 'Rules that watch machines, and the alarms that they raised',
  Analytics: 'How the product is used',
  Audit: 'Sign-ins and changes: who did what, from where',
  Comments: 'What staff write about records, and when they follow them up',
  Contacts: 'People at customers and suppliers',
  Customers: 'Who has machines of ours',
  'Data Act': 'Read access for partners of customers, and what became of it (Regulation (EU) 2023/2854)',
  Documents: 'PDFs of records, their templates and monthly reports',
  Estimator: 'Projects, their costs and versions, and the quotes that customers get',
  Fleet: 'All machines of all customers: where they are, how they are, what they did',
  'Installed machines': 'Machines at customers',
  Library: 'Machine models, their options, styles, documents and public pages',
  Locations: 'Sites of customers and suppliers',
  'Machine monitoring': 'Live values, history and records of machines',
  Monitoring: 'How records of machines come in',
  Backups: 'Backups of this installation, tests of restores, and the release of a restored copy',
  Operation: 'Health, figures and jobs of this installation, and its documentation',
  'Own account': 'What everybody may do with their own account',
  'Reference data': 'Countries, currencies, industries and other lists that records refer to',
  Search: 'One search over all records',
  'Server log': 'The log of the servers',
  Service: 'Service plans and what was done',
  Settings: 'Settings of the installation',
  'Sign-in': 'Passwords, second factors, passkeys and single sign-on',
  'Ordered machines': 'Machines that were ordered, from the quote to the machine that reports',
  Production: 'Shifts of machines, and production orders with target counts',
  'Production lines': 'Machines that hand packs on to each other, and which of them the others wait for',
  Promises: 'What was promised of machines, what acceptance tests showed, and what the machines do',
  'Stops and OEE': 'Why machines stopped, and what that cost',
  Benchmark: 'Machines of a model beside each other, and beside the median of other customers',
  Sharing: 'What customers share of their machines with the maker, and support access for hours',
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
