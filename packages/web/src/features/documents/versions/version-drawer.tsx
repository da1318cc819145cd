import { api, type TemplateVersion } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { SideDrawer, SideDrawerHead } from '../../../resource/drawer/side-drawer.tsx'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import type { Template } from '../template.ts'
import type { Draft } from '../use-draft.ts'
import { usePanel } from '../workspace-address.ts'
import { VersionDiff } from './version-diff.tsx'

export interface VersionDrawerProps {
  template: Template
  draft: Draft
  mayChange: boolean
}

/** The published versions of a template, and what the draft changes of each. */
export function VersionDrawer(props: VersionDrawerProps) {
  const { template } = props
  const panel = usePanel()
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  const query = useQuery({
    queryKey: ['template-versions', template.id],
    queryFn: ({ signal }) => callApi(api.templateVersions, { params: { id: template.id } }, { signal }),
  })
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    panel.show(undefined)
  }
  return (
    <SideDrawer label={t('documents.versions')} onKeyDown={closeOnEscape}>
      <SideDrawerHead onClose={() => panel.show(undefined)} closeRef={close}>
        <h2>{t('documents.versions')}</h2>
        <p className="text-12 text-text-2">{t('documents.versionsNeverChange')}</p>
      </SideDrawerHead>
      <div className="min-h-0 flex-1 overflow-auto">
        {query.isPending && <Skeleton className="m-6 h-40" />}
        {query.isError && (
          <FailedState what={t('documents.versions')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.data?.length === 0 && (
          <p className="px-6 py-5 text-13 text-text-2">{t('documents.draftNeverPublished')}</p>
        )}
        <ul aria-label={t('documents.versions')}>
          {query.data?.map((version) => (
            <VersionEntry key={version.number} {...props} version={version} />
          ))}
        </ul>
      </div>
    </SideDrawer>
  )
}

function VersionEntry({ version, ...props }: VersionDrawerProps & { version: TemplateVersion }) {
  const [isOpen, setIsOpen] = useState(false)
  const { number, publishedAt, publishedBy, documents } = version
  return (
    <li className="border-b border-line px-6 py-3 text-13 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <b className="font-[550] tabular-nums">{t('documents.version', { number })}</b>
        {number === props.template.publishedVersion && (
          <Badge tone="ok" icon={CheckIcon}>
            {t('documents.inUse')}
          </Badge>
        )}
        <Button size="dense" className="ms-auto" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('documents.compareWithDraft')}
        </Button>
      </div>
      <p className="text-12 text-text-2">
        <DateLabel
          value={publishedAt}
          sentence={(when) => (publishedBy === null ? when : t('documents.whenBy', { when, user: publishedBy }))}
        />
        {' · '}
        {t('documents.documentsMade', { count: documents })}
      </p>
      {isOpen && <VersionDiff {...props} number={number} />}
    </li>
  )
}
