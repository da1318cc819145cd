import type { ImportLine, Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount } from '../../lib/format/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { AlertIcon } from '../../ui/icons.tsx'
import { CheckIcon, EditIcon, PlusIcon } from '../../ui/tool-icons.tsx'
import type { ResourceRow } from '../registry.ts'
import { ValueView } from '../value-view.tsx'
import { labelOfField, type ResourceView } from '../view.ts'
import { unlistedCount } from './faulty-fields.ts'
import { labelOfColumn } from './import-columns.ts'

const outcomes = {
  create: { tone: 'ok', icon: PlusIcon, word: t('resource.newLines') },
  update: { tone: 'info', icon: EditIcon, word: t('resource.changed') },
  unchanged: { tone: 'unk', icon: CheckIcon, word: t('resource.noChange') },
  error: { tone: 'bad', icon: AlertIcon, word: t('resource.error') },
} as const

const head =
  'sticky top-0 h-8 border-y border-line-2 bg-surface-2 px-3 text-start text-12 font-[550] whitespace-nowrap text-text-2'
const cell = 'border-b border-line px-3 py-2 align-top'

export interface ReportTableProps {
  resource: Resource
  view: ResourceView
  lines: readonly ImportLine[]
}

/** Line by line: the outcome, or what is wrong. */
export function ReportTable({ resource, view, lines }: ReportTableProps) {
  return (
    <section
      aria-label={t('resource.whatEachLineDoes')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      <table className="w-full border-separate border-spacing-0 text-13">
        <thead>
          <tr>
            <th className={`${head} w-px text-end`}>{t('resource.line')}</th>
            <th className={`${head} w-px`}>{t('resource.whatHappens')}</th>
            <th className={head}>{labelOfField(resource, resource.label)}</th>
            <th className={`${head} w-3/5 max-md:hidden`}>{t('resource.details')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={line.line} resource={resource} view={view} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function LineRow({ resource, view, line }: Omit<ReportTableProps, 'lines'> & { line: ImportLine }) {
  const { tone, icon, word } = outcomes[line.outcome]
  const details = (
    <>
      <Errors resource={resource} line={line} />
      <Changes resource={resource} view={view} changes={line.changes} />
    </>
  )
  return (
    <tr>
      <th scope="row" className={`${cell} text-end font-normal text-text-2 tabular-nums`}>
        {formatCount(line.line)}
      </th>
      <td className={cell}>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </td>
      <td className={`${cell} max-w-64 min-w-32 break-words`}>
        <span className="font-[550]">{line.label}</span>
        {/* A phone has no room for another column. */}
        <div className="mt-1 md:hidden">{details}</div>
      </td>
      <td className={`${cell} min-w-56 max-md:hidden`}>{details}</td>
    </tr>
  )
}

/** What is wrong, with the field that it is about. */
function Errors({ resource, line }: Pick<ReportTableProps, 'resource'> & { line: ImportLine }) {
  const { errors } = line
  const unlisted = unlistedCount(line)
  if (errors.length + unlisted === 0) return null
  return (
    <ul className="grid gap-1">
      {errors.map(({ path, message }) => (
        <li key={`${path} ${message}`} className="break-words">
          {path !== '' && <span className="font-[550] text-bad">{labelOfColumn(resource, path)}</span>} {message}
        </li>
      ))}
      {unlisted > 0 && <li>{t('resource.faultsNotListed', { count: unlisted })}</li>}
    </ul>
  )
}

function Changes({ resource, view, changes }: Omit<ReportTableProps, 'lines'> & Pick<ImportLine, 'changes'>) {
  if (changes.length === 0) return null
  const show = (field: string, value: unknown) => (
    <ValueView resource={resource} view={view} name={field} row={{ [field]: value } as ResourceRow} />
  )
  return (
    <dl className="grid gap-1">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="flex flex-wrap items-center gap-x-1.5 break-words">
          <dt className="text-text-2">{labelOfField(resource, field)}:</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5">
            <del className="text-text-3">{show(field, before)}</del>
            <span aria-hidden="true">→</span>
            <span className="sr-only"> {t('resource.becomes')} </span>
            {show(field, after)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
