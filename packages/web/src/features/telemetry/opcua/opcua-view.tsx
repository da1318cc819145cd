import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { ConnectionTab } from '../connection-tab.tsx'
import { subscriberView } from '../subscribers/subscriber-view.tsx'
import { NodesTab } from './nodes-tab.tsx'
import { PinCertificate } from './pin-certificate.tsx'

export const opcuaView: ResourceView = {
  intro: t('telemetry.aConnectionReadsOneMachine'),
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
    { title: t('telemetry.server'), fields: ['endpointUrl', 'samplingMs'] },
    {
      title: t('telemetry.signInAndEncryption'),
      fields: ['userName', 'password', 'securityMode', 'securityPolicy', 'serverCertificate'],
    },
  ],
  words: {
    none: t('telemetry.unsecured'),
    sign: t('telemetry.signed'),
    signAndEncrypt: t('telemetry.signedAndEncrypted'),
    notVerified: t('telemetry.notVerified'),
  },
  empty: {
    lastMessageAt: t('telemetry.noneYet'),
    lastError: t('telemetry.noError'),
    userName: t('telemetry.anonymous'),
    serverCertificate: t('telemetry.noneAnyIsTaken'),
  },
  badges: {
    ...subscriberView.badges,
    pinned: { tone: 'ok', icon: CheckIcon },
    notVerified: { tone: 'warn', icon: WarningIcon },
  },
  extraTabs: [
    {
      tab: 'connection',
      label: t('telemetry.connection'),
      render: (row) => (
        <ConnectionTab
          key={row.id}
          row={row}
          resource="opcuaConnection"
          test={api.testOpcuaConnection}
          ends={t('telemetry.switchingItOffEndsTheSession')}
          beside={t('telemetry.opensASessionOfItsOwn')}
          after={(found) => <PinCertificate row={row} found={found} />}
        />
      ),
    },
    { tab: 'nodes', label: t('telemetry.nodes'), render: (row) => <NodesTab key={row.id} row={row} /> },
  ],
  removal: { ends: t('telemetry.itsValuesDoNotArriveAny') },
}
