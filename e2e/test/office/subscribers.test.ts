import { machines, mqttSubscribers, opcuaConnections } from '@packhouse/contract'
import { expect } from 'vitest'
import { violationsInBothThemes } from '../../src/axe.ts'
import { eventually } from '../../src/eventually.ts'
import { drawerOf, openIdOf, openList, rowOf } from '../../src/record-list.ts'
import { test } from '../../src/test.ts'

const nothing = { light: [], dark: [] }

test('a subscriber is made, tested and switched on, tells how it fares, and never shows its password', async ({
  visit,
  records,
}) => {
  const dairy = { name: 'Dairy line', brokerUrl: 'mqtt://127.0.0.1:1', clientId: 'dairy', topicFilter: 'spBv1.0/#' }
  await records.create(mqttSubscribers, dairy)
  const { page } = await visit({ as: 'staff' })
  const grid = await openList(page, '/telemetry/subscribers', 'subscribers')
  await page.getByRole('button', { name: 'New subscriber' }).click()
  const form = drawerOf(page, 'New subscriber')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Bakery line')
  await form.getByRole('textbox', { name: 'Broker' }).fill('mqtt://127.0.0.1:1')
  await form.getByRole('textbox', { name: 'Client id' }).fill('packhouse-bakery')
  await form.getByRole('textbox', { name: 'User name' }).fill('packhouse')
  const password = form.getByLabel('Password')
  expect(await password.getAttribute('type')).toBe('password')
  await password.fill('a secret of the bakery')
  await form.getByRole('textbox', { name: 'Topic filter' }).fill('packhouse/+/record')
  await form.getByRole('button', { name: 'Create subscriber' }).click()
  await eventually(() => openIdOf(page)).not.toBe('new')
  records.keep(mqttSubscribers, openIdOf(page))

  const drawer = drawerOf(page, 'Bakery line')
  await rowOf(grid, 'Bakery line').getByText('Disabled').waitFor()
  expect(await drawer.getByLabel('Password').inputValue()).toBe('•••')
  expect(await page.content()).not.toContain('a secret of the bakery')

  await drawer.getByRole('tab', { name: 'Connection' }).click()
  await drawer.getByRole('button', { name: 'Test the connection' }).click()
  await drawer.getByText('Nothing listens at mqtt://127.0.0.1:1.').waitFor()
  await drawer.getByRole('button', { name: 'Switch on' }).click()
  await drawer.getByRole('heading', { name: 'Switched on' }).waitFor()
  // Without a reload: the list asks again by itself.
  await rowOf(grid, 'Bakery line').getByText('Waiting').waitFor()
  // What fails is said in the row, in the head of the drawer and at the field.
  const refusal = /^Nothing listens at mqtt:\/\/127\.0\.0\.1:1\. Check the address/
  await rowOf(grid, 'Bakery line').getByText(refusal).waitFor()
  await drawer.getByText('Not connected. The subscriber keeps trying.').waitFor()
  await drawer.getByRole('tab', { name: 'Details' }).click()
  await eventually(() => drawer.getByRole('textbox', { name: 'Broker' }).getAttribute('aria-invalid')).toBe('true')
  await drawer.getByRole('tab', { name: 'Connection' }).click()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
  await drawer.getByRole('button', { name: 'Switch off' }).click()
  await rowOf(grid, 'Bakery line').getByText('Disabled').waitFor()
})

test('a connection to an OPC UA server is made, its test explains, and the list of its nodes says why it is empty', {
  tags: ['long'],
}, async ({ visit, records }) => {
  const { page } = await visit({ as: 'staff' })
  const [machine] = await records.find(machines, 'VFFS-2214')
  const line = { name: 'Line 1', endpointUrl: 'opc.tcp://127.0.0.1:1', machineId: machine?.id ?? '' }
  await records.create(opcuaConnections, line)
  const grid = await openList(page, '/telemetry/opcua', 'OPC UA connections')
  await rowOf(grid, 'Line 1').getByText('Disabled').waitFor()
  await rowOf(grid, 'Line 1').getByText('Line 1').click()
  const drawer = drawerOf(page, 'Line 1')
  await drawer.getByRole('tab', { name: 'Connection' }).click()
  await drawer.getByRole('button', { name: 'Test the connection' }).click()
  await drawer.getByText('Nothing listens at opc.tcp://127.0.0.1:1.').waitFor()
  await drawer.getByRole('tab', { name: 'Nodes' }).click()
  await drawer.getByText('Nothing listens at opc.tcp://127.0.0.1:1.').waitFor()
  expect(await violationsInBothThemes(page)).toEqual(nothing)
})
