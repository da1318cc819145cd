import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { createColumnHelper, rowSortingFeature, tableFeatures } from '@tanstack/react-table'
import { isSortable } from '../list-state.ts'
import type { ResourceRow } from '../registry.ts'
import { ValueView } from '../value-view.tsx'
import { labelOfField, nameOf, type ResourceView } from '../view.ts'

export const features = tableFeatures({ rowSortingFeature })

const helper = createColumnHelper<typeof features, ResourceRow>()

/** Every column that can be shown, in the order of the declaration; the label comes first and always. */
export function availableColumns(resource: Resource, view: ResourceView): string[] {
  const own = Object.keys(resource.fields).filter((name) => name !== resource.label)
  const extra = view.extraColumns?.map(({ name }) => name) ?? []
  return [...new Set([...own, ...extra, 'createdAt', 'updatedAt'])].filter((name) => !view.hidden?.includes(name))
}

/** The columns shown until the reader chooses others. */
export function firstColumns(resource: Resource, view: ResourceView): readonly string[] {
  if (view.columns) return view.columns
  return availableColumns(resource, view).filter((name) => name !== resource.sublabel && name !== 'createdAt')
}

export function columnLabel(resource: Resource, view: ResourceView, name: string): string {
  return view.extraColumns?.find((column) => column.name === name)?.label ?? labelOfField(resource, name)
}

/** Numbers and dates of changes are aligned to the end, so that they line up. */
export function isRightAligned(resource: Resource, name: string): boolean {
  const kind = resource.fields[name]?.kind
  return kind === 'integer' || kind === 'decimal' || name === 'updatedAt' || name === 'createdAt'
}

/** The definitions of the columns for the table. */
export function tableColumns(resource: Resource, view: ResourceView, names: readonly string[]) {
  const label = helper.accessor((row) => row[resource.label], {
    id: resource.label,
    header: view.nameOf ? t('general.name') : labelOfField(resource, resource.label),
    enableSorting: isSortable(resource, resource.label),
    cell: ({ row }) => <LabelCell resource={resource} view={view} row={row.original} />,
  })
  const rest = names.map((name) => {
    const extra = view.extraColumns?.find((column) => column.name === name)
    return helper.accessor((row) => row[name], {
      id: name,
      header: columnLabel(resource, view, name),
      enableSorting: isSortable(resource, name),
      cell: ({ row }) =>
        extra ? (
          extra.render(row.original)
        ) : (
          <ValueView resource={resource} view={view} name={name} row={row.original} short />
        ),
    })
  })
  return [label, ...rest]
}

function LabelCell({ resource, view, row }: { resource: Resource; view: ResourceView; row: ResourceRow }) {
  const flag = resource.traits.setPrimary?.flag
  const sublabel = view.nameOf || resource.sublabel === undefined ? null : row[resource.sublabel]
  return (
    <>
      {view.mark && <span className="me-2 inline-block align-middle">{view.mark(row)}</span>}
      <bdi className="font-[550]">{nameOf(resource, view, row)}</bdi>
      {typeof sublabel === 'string' && <bdi className="code ms-2 text-12 text-text-3">{sublabel}</bdi>}
      {view.below && <span className="block truncate text-12 text-text-2">{view.below(row)}</span>}
      {flag !== undefined && row[flag] === true && (
        <span className="ms-2 inline-flex h-[18px] items-center rounded-state border border-kraft bg-kraft-soft px-1.5 align-[1px] text-11 font-semibold text-kraft-strong">
          {view.primary?.badge ?? t('resource.primary')}
        </span>
      )}
    </>
  )
}
