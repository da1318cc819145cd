import { expect } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { connectTo } from '../support/hanging-node.ts'
import { Looks } from '../support/looks.ts'
import type { TestNode, TestNodes } from '../support/nodes.ts'
import { until } from '../support/until.ts'
import type { WebhookReceiver } from '../support/webhook-receiver.ts'

/** Every machine that reports a temperature has an alarm of this rule, once. */
const REPORTED = {
  name: 'Reported a temperature',
  kind: 'value',
  tag: 'temperature',
  comparison: 'above',
  limit: '-1',
}

/** Alarms that all machines raise which report a temperature, and what their webhook is sent. */
export class AlarmsOverVersions {
  readonly #nodes: TestNodes
  readonly #receiver: WebhookReceiver
  readonly #ruleId: string
  #machines = 0

  private constructor(nodes: TestNodes, receiver: WebhookReceiver, ruleId: string) {
    this.#nodes = nodes
    this.#receiver = receiver
    this.#ruleId = ruleId
  }

  static async begin(nodes: TestNodes, staff: Caller, receiver: WebhookReceiver): Promise<AlarmsOverVersions> {
    const rule = await staff.post('/v1/alarm-rules', { ...REPORTED, webhookUrl: receiver.url })
    expect(rule.status, rule.text).toBe(201)
    return new AlarmsOverVersions(nodes, receiver, (rule.body as { id: string }).id)
  }

  /** A machine that nobody knows reports to a node what raises an alarm. */
  async raiseAt(ingest: TestNode): Promise<void> {
    this.#machines += 1
    const machine = `STAGE-${this.#machines}`
    const device = await connectTo(ingest)
    await device.publish(machine, { temperature: 50 })
    await device.close()
    await until(`the alarm of ${machine}`, async () => {
      const rows = await this.#nodes.sql(
        'SELECT FROM alarm JOIN machine ON key = machine_key WHERE machine_id = $1 AND rule_id = $2',
        [machine, this.#ruleId],
      )
      return rows.length > 0
    })
  }

  /** The machines that have reported a temperature, those with an alarm, one for each alarm, and what the webhook was sent. */
  async all(): Promise<{ reported: number[]; raised: number[]; sent: string[] }> {
    const reported = await this.#keys(
      `SELECT machine_key AS key FROM latest JOIN machine ON key = machine_key
       WHERE (machine_id LIKE 'CRASH-%' OR machine_id LIKE 'STAGE-%') AND temperature IS NOT NULL`,
    )
    const raisedNow = () => this.#keys('SELECT machine_key AS key FROM alarm WHERE rule_id = $1', [this.#ruleId])
    await until('an alarm of each machine', async () => new Set(await raisedNow()).size >= reported.length)
    const raised = await raisedNow()
    const { pathname, search } = new URL(this.#receiver.url)
    const sent = () => this.#receiver.received.filter(({ path }) => path === pathname + search)
    await until('what the webhook is sent', () => sent().length >= raised.length, Looks.unlimited())
    return { reported, raised, sent: sent().map(({ body }) => body) }
  }

  async #keys(text: string, values: unknown[] = []): Promise<number[]> {
    return (await this.#nodes.sql<{ key: number }>(`${text} ORDER BY key`, values)).map(({ key }) => key)
  }
}
