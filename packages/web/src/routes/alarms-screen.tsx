import { AlarmsPage } from '../features/alarms/alarms-page.tsx'

export function AlarmsScreen() {
  return <AlarmsPage />
}
