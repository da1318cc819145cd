import type { ResourceView } from '../../resource/view.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'

export const tagMapView: ResourceView = {
  intro:
    'A tag map says which value of a message is which value of a record. What a subscriber or an OPC UA connection brings in is read by it.',
  columns: ['studio', 'use', 'source', 'machineType', 'machineId', 'topicFilter', 'updatedAt'],
  sections: [
    { fields: ['name', 'source'] },
    { title: 'Which machines it is for', fields: ['machineType', 'machineId'] },
    { title: 'Messages', fields: ['topicFilter', 'timeAddress'] },
  ],
  // They are drawn up in the studio, on the page of the map.
  hidden: ['entries'],
  words: { json: 'JSON', sparkplug: 'Sparkplug B', opcua: 'OPC UA' },
  extraColumns: [
    { name: 'studio', label: 'Studio', render: ({ id }) => <StudioLink id={id} /> },
    {
      name: 'use',
      label: 'In use',
      render: ({ version, activeVersion }) => <InUse version={version} activeVersion={activeVersion} />,
    },
  ],
  page: ({ id }) => `/telemetry/tag-maps/${id}`,
  pageAct: 'Open in the studio',
}

/** The way from a row to where its entries are drawn up. */
function StudioLink({ id }: { id: string }) {
  return (
    <AppLink
      href={`/telemetry/tag-maps/${id}`}
      className="text-text underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      Open in the studio
    </AppLink>
  )
}

/** Which version machines are read by, and whether there is a newer one. */
export function InUse({ version, activeVersion }: { version: unknown; activeVersion: unknown }) {
  if (activeVersion === null) return <Badge tone="unk">Not in use</Badge>
  return (
    <Badge tone={version === activeVersion ? 'ok' : 'info'} icon={CheckIcon}>
      {version === activeVersion ? `Version ${activeVersion}` : `Version ${activeVersion} of ${version}`}
    </Badge>
  )
}
