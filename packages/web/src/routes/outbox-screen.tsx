import { OutboxPage } from '../features/shell/outbox/outbox-page.tsx'

export function OutboxScreen() {
  return <OutboxPage />
}
