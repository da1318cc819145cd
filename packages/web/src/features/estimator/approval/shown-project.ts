import type { ListedRow, projects } from '@packhouse/contract'

/** What is shown of a project beside its lines. */
export type ShownProject = Pick<
  ListedRow<typeof projects>,
  'id' | 'customerId' | 'contactId' | 'rowVersion' | 'status' | 'number' | 'revision' | 'total' | 'currency' | 'rates'
>
