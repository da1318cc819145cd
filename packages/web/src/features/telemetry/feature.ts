import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

export const telemetry: Feature = {
  sections: [
    {
      to: '/telemetry',
      label: t('telemetry.telemetry'),
      area: 'machines',
      about: t('telemetry.tagMapsConnectionsAndDeadLetters'),
      takes: { area: 'Telemetry' },
      screens: [
        {
          path: 'tag-maps',
          label: t('telemetry.tagMaps'),
          resource: 'tagMap',
          view: async () => (await import('./tag-map-view.tsx')).tagMapView,
        },
        {
          path: 'readings',
          label: t('telemetry.readingSettings'),
          resource: 'readingSetting',
          view: async () => (await import('./reading-setting-view.ts')).readingSettingView,
        },
        {
          path: 'subscribers',
          label: t('telemetry.subscribers'),
          resource: 'mqttSubscriber',
          view: async () => (await import('./subscribers/subscriber-view.tsx')).subscriberView,
        },
        {
          path: 'opcua',
          label: 'OPC UA',
          resource: 'opcuaConnection',
          view: async () => (await import('./opcua/opcua-view.tsx')).opcuaView,
        },
        {
          path: 'dead-letters',
          label: t('telemetry.deadLetters'),
          permission: 'deadLetter.read',
          load: async () => (await import('./dead-letters/dead-letters-page.tsx')).DeadLettersPage,
        },
      ],
    },
  ],
  pages: [
    {
      path: 'telemetry/tag-maps/$id',
      resource: 'tagMap',
      load: async () => (await import('./studio/studio-page.tsx')).StudioPage,
    },
  ],
}
