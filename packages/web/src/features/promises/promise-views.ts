import { t } from '@packhouse/messages'
import type { Related, ResourceView } from '../../resource/view.ts'

const words = {
  rejectRate: t('promises.rejectRate'),
  atLeast: t('promises.atLeast'),
  atMost: t('promises.atMost'),
  factory: t('promises.factoryTest'),
  site: t('promises.siteTest'),
}
const promiseView: ResourceView = {
  columns: ['machineId', 'figure', 'unit', 'kind', 'source', 'reference'],
  words,
  shownWhen: Object.fromEntries(
    ['packsPerCycle', 'styleId', 'recipe', 'tag', 'tagValue', 'tagLeast', 'tagMost'].map((name) => [
      name,
      { field: 'kind', is: ['speed'] },
    ]),
  ),
}
const testView: ResourceView = {
  columns: ['machineId', 'orderedMachineId', 'kind', 'testedOn', 'accepted', 'openPoints'],
  words,
}

/** How promises and acceptance tests look in lists of their own. */
export const promiseViews: Readonly<Record<string, ResourceView>> = { promise: promiseView, acceptanceTest: testView }

/** What the drawer of an installed machine has of them. */
export const promiseRelated: readonly Related[] = [
  {
    tab: 'promises',
    resource: 'promise',
    path: '/v1/machines/{parentId}/promises',
    view: { ...promiseView, columns: ['figure', 'unit', 'kind', 'source', 'reference'] },
  },
  {
    tab: 'acceptance-tests',
    resource: 'acceptanceTest',
    path: '/v1/acceptance-tests',
    by: 'machineId',
    view: { ...testView, columns: ['kind', 'testedOn', 'accepted', 'openPoints'] },
  },
]
