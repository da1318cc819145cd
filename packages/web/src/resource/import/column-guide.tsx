import type { Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { allOf } from '../../lib/format/lists.ts'
import { ExportButton } from '../export-button.tsx'
import { callsAt, type ParentMount } from '../registry.ts'
import { usePermission } from '../use-permission.ts'
import { labelOfField, type ResourceView } from '../view.ts'
import { type ImportColumn, importColumns, keyFields } from './import-columns.ts'
import { TemplateButton } from './template-button.tsx'

export interface ColumnGuideProps {
  resource: Resource
  view: ResourceView
  mount: ParentMount | undefined
}

/** Which columns a file may have, as the template names them, and two files to begin with. */
export function ColumnGuide({ resource, view, mount }: ColumnGuideProps) {
  const canExport = usePermission(callsAt(resource, mount).export).allowed
  const [, many] = resource.noun
  return (
    <section
      aria-label={t('resource.columnsOfTheFile')}
      className="min-w-0 rounded-panel border border-line bg-surface"
    >
      <div className="flex flex-wrap items-center gap-2 px-5 pt-4 pb-3 max-md:px-4">
        <h2 className="me-auto text-15">{t('resource.columnsOfTheFile')}</h2>
        <div className="flex flex-wrap gap-2">
          <TemplateButton resource={resource} mount={mount} />
          {canExport && (
            <ExportButton resource={resource} mount={mount} query={{}} label={t('resource.downloadAll', { many })} />
          )}
        </div>
      </div>
      <p className="px-5 pb-3 text-13 text-text-2 max-md:px-4">
        {t('resource.theFirstLineNamesTheColumns', { whatChanges: whatChanges(resource) })}
      </p>
      <div className="overflow-x-auto">
        <table className="w-full border-separate border-spacing-0 text-13">
          <thead>
            <tr>
              <th className={head}>{t('resource.column')}</th>
              <th className={head}>{t('resource.whatStandsInIt')}</th>
            </tr>
          </thead>
          <tbody>
            <ColumnRow heading={t('resource.idColumn')} needed={false} content={t('resource.onlyToChangeARowEmpty')} />
            {importColumns(resource, mount, view).map((column) => (
              <ColumnRow key={column.name} {...column} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const head =
  'h-8 border-y border-line-2 bg-surface-2 px-3 text-start text-12 font-[550] whitespace-nowrap text-text-2 first:ps-5 max-md:first:ps-4'
const cell = 'border-b border-line px-3 py-2 align-top first:ps-5 max-md:first:ps-4'

function ColumnRow({ heading, needed, content }: Pick<ImportColumn, 'heading' | 'needed' | 'content'>) {
  return (
    <tr>
      <th scope="row" className={`${cell} text-start font-[550]`}>
        {heading}
        {needed && (
          <span className="block text-12 font-normal text-kraft-strong">{t('resource.neededForANewRow')}</span>
        )}
      </th>
      <td className={`${cell} text-text-2`}>{content}</td>
    </tr>
  )
}

function whatChanges(resource: Resource): string {
  const [one] = resource.noun
  const key = keyFields(resource)
  if (!key) return t('resource.aLineWhoseIdIsKnown', { one })
  const labels = allOf(key.map((name) => labelOfField(resource, name)))
  return t('resource.aLineWhoseIdOrElse', { labels, one })
}
