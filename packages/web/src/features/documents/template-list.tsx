import { t } from '@packhouse/messages'
import { useEffect, useRef } from 'react'
import { AppLink } from '../../ui/app-link.tsx'
import type { DocumentTypeEntry } from './document-types.ts'
import type { Template } from './template.ts'
import { wordsOfUseAndCount } from './template-words.ts'
import { useUnits } from './use-units.ts'

export interface TemplateListProps {
  types: readonly DocumentTypeEntry[]
  templates: readonly Template[]
  chosen: string | undefined
}

/** The address of a template in the editor. */
export function templateAddress(id: string): string {
  return `/system/pdf-templates?open=${id}`
}

/** All templates by type, each with when it is used. */
export function TemplateList({ types, templates, chosen }: TemplateListProps) {
  const units = useUnits()
  const unitOf = ({ businessUnitId }: Template) => units.find(({ value }) => value === businessUnitId)?.label
  const nav = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the one that is open is another then
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <nav
      ref={nav}
      aria-label={t('documents.templates')}
      className="w-56 shrink-0 overflow-auto border-e border-line bg-surface pb-4 text-13 max-xl:hidden"
    >
      {types.map(({ type, title }) => {
        const ofType = templates.filter((template) => template.type === type)
        return ofType.length === 0 ? null : (
          <section key={type}>
            <h2 className="px-4 pt-3 pb-1 font-sans text-12 font-semibold text-text-2">{title}</h2>
            {ofType.map((template) => (
              <AppLink
                key={template.id}
                href={templateAddress(template.id)}
                aria-current={template.id === chosen ? 'true' : undefined}
                className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-s-[3px] border-transparent px-3.5 py-[7px] leading-[18px] text-text no-underline hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current]:border-kraft aria-[current]:bg-kraft-soft"
              >
                <b className="font-medium wrap-anywhere">{template.name}</b>
                <span className="text-12 text-text-2">{template.locale}</span>
                <small className="col-span-2 text-12 text-text-2">
                  {wordsOfUseAndCount(template, unitOf(template))}
                </small>
                {template.lastFault !== null && (
                  <small className="col-span-2 text-12 text-bad wrap-anywhere">
                    {t('documents.lastFault', { reason: template.lastFault })}
                  </small>
                )}
              </AppLink>
            ))}
          </section>
        )
      })}
    </nav>
  )
}
