import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

export const tagMapView: ResourceView = {
  intro: t('telemetry.aTagMapSaysWhichValue'),
  columns: ['studio', 'use', 'source', 'machineType', 'machineId', 'topicFilter', 'updatedAt'],
  sections: [
    { fields: ['name', 'source'] },
    { title: t('telemetry.whichMachinesItIsFor'), fields: ['machineType', 'machineId'] },
    { title: t('telemetry.messages'), fields: ['topicFilter', 'timeAddress'] },
  ],
  // They are drawn up in the studio, on the page of the map.
  hidden: ['entries'],
  words: { json: 'JSON', sparkplug: t('telemetry.sparkplugB'), opcua: 'OPC UA' },
  extraColumns: [
    { name: 'studio', label: t('telemetry.studio'), render: ({ id }) => <StudioLink id={id} /> },
    {
      name: 'use',
      label: t('telemetry.inUse'),
      render: ({ version, activeVersion }) => <InUse version={version} activeVersion={activeVersion} />,
    },
  ],
  page: ({ id }) => `/telemetry/tag-maps/${id}`,
  pageAct: t('telemetry.openInTheStudio'),
}

/** The way from a row to where its entries are drawn up. */
function StudioLink({ id }: { id: string }) {
  return (
    <AppLink
      href={`/telemetry/tag-maps/${id}`}
      className="text-text underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {t('telemetry.openInTheStudio')}
    </AppLink>
  )
}

/** Which version machines are read by, and whether there is a newer one. */
export function InUse({ version, activeVersion }: { version: unknown; activeVersion: unknown }) {
  if (activeVersion === null) return <Badge tone="unk">{t('telemetry.notInUse')}</Badge>
  return (
    <Badge tone={version === activeVersion ? 'ok' : 'info'} icon={CheckIcon}>
      {version === activeVersion
        ? t('telemetry.version', { version: String(activeVersion) })
        : t('telemetry.versionOf', { version: String(activeVersion), newest: String(version) })}
    </Badge>
  )
}
