import type { Resource } from '@packhouse/contract'
import { DateLabel } from '../lib/format/date-label.tsx'
import { rich } from '../lib/language/rich.ts'
import { classNames } from '../ui/class-names.ts'
import { isWide, sectionsOf } from './form/form-layout.ts'
import { type ParentMount, parentFields, type ResourceRow } from './registry.ts'
import { isEmpty, ValueView } from './value-view.tsx'
import { isShown, labelOfField, type ResourceView } from './view.ts'

export interface RecordDetailsProps {
  resource: Resource
  view: ResourceView
  mount?: ParentMount | undefined
  row: ResourceRow
}

/** The values of a row to read, in the sections of its form; empty fields are left out. */
export function RecordDetails({ resource, view, mount, row }: RecordDetailsProps) {
  const ofParent = parentFields(resource, mount)
  const fields = Object.fromEntries(
    Object.entries(resource.fields).filter(
      ([name]) =>
        !ofParent.includes(name) &&
        !view.hidden?.includes(name) &&
        isShown(view, name, row) &&
        // What is empty says nothing, unless the screen has a word for it.
        (!isEmpty(row[name]) || view.empty?.[name] !== undefined),
    ),
  )
  return (
    <div className="grid gap-5">
      {sectionsOf(fields, view).map((section, index) => (
        <section key={section.title ?? index}>
          {section.title && <h2 className="mb-2 font-sans text-13 font-semibold tracking-normal">{section.title}</h2>}
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 max-md:grid-cols-1">
            {section.fields.map((name) => {
              const field = fields[name]
              if (!field) return null
              return (
                <div key={name} className={classNames('min-w-0', isWide(name, field, view) && 'col-span-full')}>
                  <dt className="text-12 text-text-2">{labelOfField(resource, name)}</dt>
                  <dd className="break-words">
                    <ValueView resource={resource} view={view} name={name} row={row} />
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
      <p className="text-12 text-text-2">
        {rich('resource.createdAndChanged', {
          created: <DateLabel value={row.createdAt} mode="absolute" />,
          changed: <DateLabel value={row.updatedAt} />,
        })}
      </p>
    </div>
  )
}
