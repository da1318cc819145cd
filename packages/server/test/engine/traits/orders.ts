import { type Call, defineResource, field, operationsOf, resources as product } from '@packhouse/contract'
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { registerErrors } from '../../../src/engine/errors.ts'
import { Idempotency } from '../../../src/engine/idempotency/idempotency.ts'
import { Cursors } from '../../../src/engine/paging/cursors.ts'
import type { Principal } from '../../../src/engine/principal.ts'
import type { Behaviour } from '../../../src/engine/resource/behaviour.ts'
import { resourceHandlers } from '../../../src/engine/resource/resource-handlers.ts'
import { ResourceStore } from '../../../src/engine/resource/resource-store.ts'
import { registerCalls } from '../../../src/engine/routes.ts'
import { readConfig } from '../../../src/platform/config.ts'
import type { Database } from '../../../src/platform/database.ts'
import { FileCheck } from '../../../src/platform/file-check/file-check.ts'
import { openFileFolder } from '../../../src/platform/file-folder.ts'
import { keysOf } from '../../../src/platform/installation-keys.ts'
import { createLog } from '../../../src/platform/log.ts'
import { Refusals } from '../../../src/platform/refusals.ts'
import { WorkbookReader } from '../../../src/platform/workbooks/workbook-reader.ts'
import type { TestApp } from '../../support/test-app.ts'

/** Most lines that an order of these tests may have. */
export const MAX_LINES = 5

export const lines = defineResource({
  name: 'orderLine',
  table: 'order_line',
  area: 'Test',
  noun: ['line', 'lines'],
  fields: {
    orderId: field.reference('order', { label: 'Order', required: true, frozen: true }),
    product: field.text({ label: 'Product', required: true, max: 20 }),
    quantity: field.integer({ label: 'Quantity', required: true, min: -1_000, max: 1_000, fallback: 1 }),
    colour: field.text({ label: 'Colour' }),
    industryId: field.reference('industry', { label: 'Industry' }),
    maker: field.text({ label: 'Maker', frozen: true }),
    pin: field.text({ label: 'Pin', secret: true }),
    position: field.integer({ label: 'Position', required: true, readOnly: true, min: 1, max: 10_000 }),
    double: field.integer({ label: 'Double', readOnly: true, derived: true, min: -2_000, max: 2_000 }),
  },
  mounts: [{ path: '/v1/order-lines' }, { path: '/v1/orders/{parentId}/lines', parent: 'orderId' }],
  label: 'product',
  defaultSort: 'createdAt',
  rules: {
    order_line_product_taken: { code: 'duplicate', fields: ['product'], message: 'is on another line of the order' },
    order_line_quantity_positive: { code: 'rule', fields: ['quantity'], message: 'must be greater than 0' },
  },
  traits: { sortOrder: 'position', files: true },
})

export const orders = defineResource({
  name: 'order',
  table: 'test_order',
  area: 'Test',
  noun: ['order', 'orders'],
  fields: {
    title: field.text({ label: 'Title', required: true }),
    notes: field.multiline({ label: 'Notes' }),
    customerId: field.reference('customer', { label: 'Customer', filter: true }),
    pin: field.text({ label: 'Pin', secret: true }),
    status: field.choice(['draft', 'review', 'sent', 'won'], {
      label: 'Status',
      required: true,
      readOnly: true,
      filter: true,
    }),
  },
  mounts: [{ path: '/v1/orders' }],
  label: 'title',
  defaultSort: 'createdAt',
  rules: { test_order_title_taken: { code: 'duplicate', fields: ['title'], message: 'is used by another order' } },
  traits: {
    csv: true,
    files: true,
    children: { lines: { resource: lines, by: 'orderId', sort: 'position', max: MAX_LINES } },
    lifecycle: {
      field: 'status',
      initial: 'draft',
      frozen: ['sent', 'won'],
      transitions: {
        submit: { from: ['draft'], to: 'review', words: 'Submit', guard: 'hasLines' },
        'take-back': { from: ['review', 'sent'], to: 'draft', words: 'Take back' },
        send: { from: ['review'], to: 'sent', words: 'Send', permission: 'send' },
        win: { from: ['sent'], to: 'won', words: 'Win' },
      },
    },
    versions: { of: ['lines'] },
  },
})

const TABLES = `
  CREATE TABLE test_order (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    title text NOT NULL CONSTRAINT test_order_title_taken UNIQUE,
    notes text, pin text, status text NOT NULL,
    customer_id uuid REFERENCES customer (id)
  );
  CALL add_stamps('test_order');
  CALL protect_for_staff('test_order');
  CREATE POLICY of_own_customer ON test_order TO packhouse_app USING (customer_id = (SELECT scope_customer()));
  CREATE TABLE order_line (
    id uuid PRIMARY KEY DEFAULT uuidv7(),
    order_id uuid NOT NULL REFERENCES test_order (id) ON DELETE CASCADE,
    product text NOT NULL,
    quantity int NOT NULL CONSTRAINT order_line_quantity_positive CHECK (quantity > 0),
    colour text, maker text, pin text, position int NOT NULL, industry_id uuid REFERENCES industry (id),
    CONSTRAINT order_line_product_taken UNIQUE (order_id, product)
  );
  CALL add_stamps('order_line');
  CALL protect_for_staff('order_line');
  CREATE POLICY of_visible_order ON order_line TO packhouse_app USING (sees_row('test_order', order_id));`

/** Permissions for everything in the declarations of these tests. */
const ALL = [orders, lines].flatMap((resource) => Object.values(operationsOf(resource)).map(({ call }) => call.access))

export interface Line {
  id: string
  rowVersion: number
  product: string
  position: number
  [name: string]: unknown
}

export interface Order {
  id: string
  rowVersion: number
  status: string
  lines: Line[]
  [name: string]: unknown
}

/** Orders with lines on the database of a test app, behind real routes of their own. */
export class Orders {
  readonly #app: TestApp
  readonly #database: Database
  readonly #http: FastifyInstance = fastify()
  readonly #principals = new Map<string, Principal>()
  #made = 0

  constructor(app: TestApp, database: Database) {
    this.#app = app
    this.#database = database
  }

  async start(guards: Behaviour['guards'] = {}): Promise<void> {
    await this.#app.sql(TABLES)
    const own = [orders, lines]
    const all = [...product, ...own]
    const given = { computed: { orderLine: { double: sql`quantity * 2` } }, guards }
    const stores = own.map((resource) => new ResourceStore(this.#database, all, resource, given))
    const folder = openFileFolder(readConfig({ DATA_DIR: this.#app.dataDir }), createLog('error'))
    await folder.prepare()
    const refusals = new Refusals()
    const workbooks = new WorkbookReader(readConfig({}).tables, refusals)
    const fileCheck = new FileCheck({ clamd: undefined, log: createLog('error'), refusals })
    const operations = own.flatMap((resource) => Object.entries(operationsOf(resource)))
    const calls: Record<string, Call> = Object.fromEntries(operations.map(([name, { call }]) => [name, call]))
    const handlers = Object.assign(
      {},
      ...stores.map((store) => resourceHandlers(store, { files: folder, fileCheck, workbooks })),
    )
    registerErrors(this.#http)
    registerCalls(this.#http, calls, handlers, {
      authenticate: async ({ headers }) => this.#principal(String(headers['x-person'] ?? 'staff')),
      admit: async () => undefined,
      idempotency: new Idempotency(this.#database, keysOf('key of the tests')),
      cursors: new Cursors(keysOf('key of the tests')),
      checkAnswers: true,
    })
    await this.person('staff', 'staff@%', [])
  }

  async stop(): Promise<void> {
    await this.#http.close()
  }

  /** Makes somebody known who asks. @param without permissions that the person lacks */
  async person(name: string, email: string, without: readonly string[]): Promise<void> {
    const [user] = await this.#app.sql<{ id: string; customer_id: string | null }>(
      'SELECT id, customer_id FROM user_account WHERE email LIKE $1',
      [email],
    )
    const permissions = new Set<string>(ALL.filter((one) => !without.includes(one)))
    const { id: userId = '', customer_id: customerId = null } = user ?? {}
    this.#principals.set(name, { userId, sessionId: 'session', customerId, permissions })
  }

  #principal(name: string): Principal {
    const principal = this.#principals.get(name)
    if (principal === undefined) throw new Error(`Nobody is called ${name}.`)
    return principal
  }

  /** @param url below `/v1/` */
  async ask<T = Order>(method: InjectOptions['method'] & string, url: string, body?: object, person = 'staff') {
    const payload = body === undefined ? {} : { payload: body }
    const answer = await this.#http.inject({
      method,
      url: `/v1/${url}`,
      headers: { 'x-person': person },
      ...payload,
    } as InjectOptions)
    const text = answer.body
    return { status: answer.statusCode, body: (text === '' ? undefined : JSON.parse(text)) as T, text }
  }

  /** Sends a body that is no JSON. */
  async send(url: string, type: string, payload: string) {
    const headers = { 'x-person': 'staff', 'content-type': type }
    const answer = await this.#http.inject({ method: 'POST', url: `/v1/${url}`, headers, payload })
    return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, unknown>, text: answer.body }
  }

  /** Asks and expects success. */
  async done<T = Order>(
    method: InjectOptions['method'] & string,
    url: string,
    body?: object,
    person?: string,
  ): Promise<T> {
    const answer = await this.ask<T>(method, url, body, person)
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.text}`)
    return answer.body
  }

  /** A new order. @param products one for each line */
  async create(products: readonly string[], fields: object = {}): Promise<Order> {
    this.#made += 1
    const body = { title: `Order ${this.#made}`, lines: products.map((name) => ({ product: name })), ...fields }
    return await this.done('POST', 'orders', body)
  }

  async get(id: string): Promise<Order> {
    return await this.done('GET', `orders/${id}`)
  }

  async change({ id, rowVersion }: Order, change: object): Promise<Order> {
    return await this.done('PUT', `orders/${id}`, { rowVersion, ...change })
  }

  /** What the audit has of an order and its lines, oldest first. */
  async audit({ id }: Pick<Order, 'id'>) {
    return await this.#app.sql<{ action: string; resource: string; change_id: string; row_id: string }>(
      `SELECT action, resource, change_id, row_id FROM audit_entry
       WHERE row_id = $1 OR $1::text IN (before ->> 'orderId', after ->> 'orderId') ORDER BY id`,
      [id],
    )
  }
}
