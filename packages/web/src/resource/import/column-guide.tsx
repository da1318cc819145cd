import type { Resource } from '@packhouse/contract'
import { Button } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/tool-icons.tsx'
import { fileName, saveFile } from '../download.ts'
import { ExportButton } from '../export-button.tsx'
import { callsAt, type ParentMount } from '../registry.ts'
import { usePermission } from '../use-permission.ts'
import { labelOfField } from '../view.ts'
import { importColumns, keyFields, templateOf } from './import-columns.ts'

export interface ColumnGuideProps {
  resource: Resource
  mount: ParentMount | undefined
}

/** Which columns a file may have, and two files to begin with. */
export function ColumnGuide({ resource, mount }: ColumnGuideProps) {
  const canExport = usePermission(callsAt(resource, mount).export).allowed
  const [one, many] = resource.noun
  const saveTemplate = () => {
    saveFile(new Blob([templateOf(resource, mount)], { type: 'text/csv' }), fileName(resource, '-template'))
  }
  return (
    <section aria-label="Columns of the file" className="min-w-0 rounded-panel border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-2 px-5 pt-4 pb-3 max-md:px-4">
        <h2 className="mr-auto text-15">Columns of the file</h2>
        <Button size="dense" onClick={saveTemplate}>
          <DownloadIcon size={14} />
          Download a template
        </Button>
        {canExport && <ExportButton resource={resource} mount={mount} query={{}} label={`Download all ${many}`} />}
      </div>
      <p className="px-5 pb-3 text-13 text-text-2 max-md:px-4">
        The first line names the columns, in any order. {whatChanges(resource)} Columns you leave out stay as they are;
        an empty cell empties its field.
      </p>
      <div className="overflow-x-auto">
        <table className="w-full border-separate border-spacing-0 text-13">
          <thead>
            <tr>
              <th className={head}>Column</th>
              <th className={head}>What it is</th>
              <th className={head}>What stands in it</th>
            </tr>
          </thead>
          <tbody>
            <ColumnRow
              name="id"
              label={`The id of the ${one}`}
              needed={false}
              content="only to change a row; empty for a new one"
            />
            {importColumns(resource, mount).map((column) => (
              <ColumnRow key={column.name} {...column} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const head =
  'h-8 border-y border-line-2 bg-surface-2 px-3 text-left text-12 font-[550] whitespace-nowrap text-text-2 first:pl-5 max-md:first:pl-4'
const cell = 'border-b border-line px-3 py-2 align-top first:pl-5 max-md:first:pl-4'

function ColumnRow({
  name,
  label,
  needed,
  content,
}: {
  name: string
  label: string
  needed: boolean
  content: string
}) {
  return (
    <tr>
      <th scope="row" className={`${cell} code text-left font-[550] whitespace-nowrap`}>
        {name}
      </th>
      <td className={cell}>
        {label}
        {needed && <span className="block text-12 text-kraft-strong">needed for a new row</span>}
      </td>
      <td className={`${cell} text-text-2`}>{content}</td>
    </tr>
  )
}

function whatChanges(resource: Resource): string {
  const [one] = resource.noun
  const key = keyFields(resource)
  if (!key) return `A line whose id is known changes that ${one}; any other makes a new one.`
  const words = key.map((name) => labelOfField(resource, name).toLowerCase()).join(', ')
  return `A line whose id, or else whose ${words}, is known changes that ${one}; any other makes a new one.`
}
