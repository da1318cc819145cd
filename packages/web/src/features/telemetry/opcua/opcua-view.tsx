import { api } from '@packhouse/contract'
import type { ResourceView } from '../../../resource/view.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { ConnectionTab } from '../connection-tab.tsx'
import { subscriberView } from '../subscribers/subscriber-view.tsx'
import { NodesTab } from './nodes-tab.tsx'
import { PinCertificate } from './pin-certificate.tsx'

export const opcuaView: ResourceView = {
  intro: 'A connection reads one machine from its OPC UA server: the nodes that its tag map names, or those of PackML.',
  columns: ['status', 'serverTrust', 'machineId', 'messageCount', 'lastMessageAt', 'errorCount'],
  ...(subscriberView.refreshMs === undefined ? {} : { refreshMs: subscriberView.refreshMs }),
  sections: [
    {
      fields: [
        'name',
        'machineId',
        'enabled',
        'status',
        'serverTrust',
        'messageCount',
        'lastMessageAt',
        'errorCount',
        'lastError',
      ],
    },
    { title: 'Server', fields: ['endpointUrl', 'samplingMs'] },
    {
      title: 'Sign-in and encryption',
      fields: ['userName', 'password', 'securityMode', 'securityPolicy', 'serverCertificate'],
    },
  ],
  words: { none: 'None', sign: 'Signed', signAndEncrypt: 'Signed and encrypted', notVerified: 'Not verified' },
  empty: {
    lastMessageAt: 'None yet',
    lastError: 'None',
    userName: 'Anonymous',
    serverCertificate: 'None: any is taken',
  },
  badges: {
    ...subscriberView.badges,
    pinned: { tone: 'ok', icon: CheckIcon },
    notVerified: { tone: 'warn', icon: WarningIcon },
  },
  extraTabs: [
    {
      tab: 'connection',
      label: 'Connection',
      render: (row) => (
        <ConnectionTab
          key={row.id}
          row={row}
          resource="opcuaConnection"
          test={api.testOpcuaConnection}
          ends="Switching it off ends the session: what changes meanwhile is not told later."
          beside="Opens a session of its own; a connection that runs goes on undisturbed."
          after={(found) => <PinCertificate row={row} found={found} />}
        />
      ),
    },
    { tab: 'nodes', label: 'Nodes', render: (row) => <NodesTab key={row.id} row={row} /> },
  ],
  removal: { act: 'Delete', done: 'deleted', ends: 'Its values do not arrive any more. What has arrived stays.' },
}
