import { type HistoryEntry, type Resource, resources, rowLabel } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceRow } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Written } from '../written.ts'
import { actionWords } from './action-words.ts'
import type { DocumentSource, SourceAnswer } from './document-source.ts'
import { assertRecordId } from './record-id.ts'
import { labelsOf, type Named, referred, valueWords } from './value-words.ts'

type StoreOf = (resource: Resource) => ResourceStore
type Change = SourceAnswer<'audit'>['data']['changes'][number]

/** So many are listed, the newest. */
const MOST_CHANGES = 2_000

/** The changes of one record, for whoever may have its history. */
export function auditSource(storeOf: StoreOf): DocumentSource<'audit'> {
  return {
    words: auditWords,
    async read({ principal, id, parameters, written }) {
      const resource = resources.find(({ name }) => name === parameters.resource)
      assertThat(resource, 'not_found', t('documents.noSuchResource'))
      assertMayRead(principal, resource)
      assertRecordId(id, resource)
      const store = storeOf(resource)
      const history = await store.history(principal, id, { page: 1, pageSize: MOST_CHANGES })
      const row = await store.read(principal, (db) => store.rows.find(db, id, {}, 'with'))
      const named = await labelsOf(storeOf, principal, referred(resource, history.items, row))
      const name = nameOf(resource, row, named, written)
      const more = history.total - history.items.length
      return {
        data: {
          noun: nounOf(resource, written),
          name,
          total: written.number(history.total),
          changes: history.items.map((entry) => changeOf(resource, entry, named, written)),
          more: more > 0 ? t('documents.olderChangesLeftOut', { count: more }) : null,
        },
        title: t('documents.historyOf', { name }),
        number: null,
        fileName: `history-${resource.name}-${id}`,
      }
    },
  }
}

/** @throws ProblemError `permission_missing` where the history of the resource is refused, as its call does */
function assertMayRead(principal: Principal, { mounts, calls }: Resource): void {
  const { access: permission } = calls.mounts[mounts[0].path]?.history ?? { access: '' }
  const mayRead = principal.permissions.has(permission)
  assertThat(mayRead, 'permission_missing', t('server.permissionNeeded', { permission }))
}

function changeOf(resource: Resource, entry: HistoryEntry, named: Named, written: Written): Change {
  const { at, actor, apiKey, address, action, changes } = entry
  const shown = changes.filter(({ field }) => resource.fields[field] !== undefined || field === 'file')
  return {
    at: written.moment(Date.parse(at)),
    who: actor.name ?? t('resource.aFormerUser'),
    with: apiKey && (apiKey.name ?? t('documents.deletedKey')),
    address,
    action: actionWords(resource, action),
    fields: shown.map(({ field, before, after }) => ({
      field: field === 'file' ? t('documents.file') : declared(resource.fields[field]?.label ?? field),
      before: valueWords(resource.fields[field], before, named, written),
      after: valueWords(resource.fields[field], after, named, written),
    })),
  }
}

/** The label; what has an answer for its label, as many rows have, is known by what it is the answer for. */
function nameOf(resource: Resource, row: ResourceRow, named: Named, written: Written): string {
  const { fields, label } = resource
  if (fields[label]?.kind !== 'choice') return rowLabel(resource, row)
  const wholes = Object.entries(fields).flatMap(([name, { required, frozen, refersTo }]) =>
    required && frozen && refersTo !== undefined ? [named.get(String(row[name])) ?? []].flat() : [],
  )
  return wholes.length > 0 ? wholes.join(' × ') : valueWords(fields[label], row[label], named, written)
}

/** `Service plan` */
function nounOf({ noun }: Resource, { locale }: Written): string {
  const [first = '', ...rest] = declared(noun[0])
  return first.toLocaleUpperCase(locale) + rest.join('')
}

function auditWords(): Record<string, string> {
  return {
    title: t('documents.changeHistory'),
    total: t('documents.changesInAll'),
    at: t('documents.time'),
    who: t('documents.who'),
    field: t('documents.field'),
    before: t('documents.before'),
    after: t('documents.after'),
    with: t('documents.withKey'),
    from: t('documents.fromAddress'),
    none: t('documents.noChanges'),
  }
}
