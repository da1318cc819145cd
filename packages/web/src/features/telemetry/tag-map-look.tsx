import type { ResourceLook } from '../../resource/look.ts'
import { CheckIcon } from '../../resource/parts/icons.tsx'
import { Badge } from '../../ui/badge.tsx'

export const tagMapLook: ResourceLook = {
  columns: ['source', 'machineType', 'machineId', 'topicFilter', 'use', 'updatedAt'],
  sections: [
    { fields: ['name', 'source'] },
    { title: 'Which machines it is for', fields: ['machineType', 'machineId'] },
    { title: 'Messages', fields: ['topicFilter', 'timeAddress'] },
  ],
  // They are drawn up in the studio, on the page of the map.
  hidden: ['entries'],
  words: { json: 'JSON', sparkplug: 'Sparkplug B', opcua: 'OPC UA' },
  extraColumns: [
    {
      name: 'use',
      label: 'In use',
      render: ({ version, activeVersion }) => <InUse version={version} activeVersion={activeVersion} />,
    },
  ],
  page: ({ id }) => `/telemetry/tag-maps/${id}`,
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
