import { api, type TagMapVersion } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { declared } from '../../../resource/registry.ts'
import { FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { countDifferences } from './entry-draft.ts'
import { RollOutDialog } from './roll-out-dialog.tsx'
import type { Studio } from './use-studio.ts'

/** Every version of a map, with what the entries on the screen change against it. */
export function VersionPanel({ studio }: { studio: Studio }) {
  const { map } = studio
  const [asked, setAsked] = useState<number | null>()
  const access = usePermission(declared('tagMap').calls.update)
  const query = useQuery({
    queryKey: ['tag-map', map.id, 'versions'],
    queryFn: ({ signal }) => callApi(api.listTagMapVersions, { params: { id: map.id }, query: {} }, { signal }),
  })
  return (
    <Panel className="min-w-0">
      <PanelHead title={t('telemetry.versions')}>
        {map.activeVersion !== null && access.allowed && (
          <Button size="dense" onClick={() => setAsked(null)}>
            {t('telemetry.takeOutOfUseLabel')}
          </Button>
        )}
      </PanelHead>
      {query.isError && (
        <FailedState what={t('telemetry.versions')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      <ul aria-label={t('telemetry.versions')}>
        {query.data?.items.map((version) => (
          <VersionRow
            key={version.version}
            version={version}
            studio={studio}
            onRollOut={access.allowed ? () => setAsked(version.version) : undefined}
          />
        ))}
      </ul>
      {asked !== undefined && <RollOutDialog studio={studio} version={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

interface VersionRowProps {
  version: TagMapVersion
  studio: Studio
  onRollOut: (() => void) | undefined
}

function VersionRow({ version, studio, onRollOut }: VersionRowProps) {
  const { map, entries } = studio
  const older = map.activeVersion !== null && version.version < map.activeVersion
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-13">
      <b className="font-[550] tabular-nums">{t('telemetry.version', { version: version.version })}</b>
      {version.inUse && (
        <Badge tone="ok" icon={CheckIcon}>
          {t('telemetry.inUse')}
        </Badge>
      )}
      <span className="text-text-2">
        <DateLabel value={version.createdAt} />
        {version.createdBy && ` ${t('telemetry.by', { user: version.createdBy })}`}
        {`, ${t('telemetry.entriesCount', { count: version.entries.length })}`}
      </span>
      <span className="text-12 text-text-2">{differenceWords(countDifferences(entries, version.entries))}</span>
      <span className="ms-auto flex flex-wrap gap-2">
        <Button size="dense" variant="quiet" onClick={() => studio.load(version)}>
          {t('telemetry.editFromHere')}
        </Button>
        {/* Without any entry every message would be refused. */}
        {!version.inUse && version.entries.length > 0 && onRollOut && (
          <Button size="dense" onClick={onRollOut}>
            {older
              ? t('telemetry.rollBackToVersion', { version: version.version })
              : t('telemetry.rollOutNumber', { version: version.version })}
          </Button>
        )}
      </span>
    </li>
  )
}

function differenceWords({ added, changed, removed }: { added: number; changed: number; removed: number }): string {
  const parts = [
    added > 0 && t('telemetry.added', { count: added }),
    changed > 0 && t('telemetry.changed', { count: changed }),
    removed > 0 && t('telemetry.removed', { count: removed }),
  ].filter((part) => part !== false)
  return parts.length === 0
    ? t('telemetry.theEntriesAboveAreTheSame')
    : t('telemetry.above', { differences: parts.join(', ') })
}
