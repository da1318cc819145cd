import { expect, test } from 'vitest'
import { renderWebhook, sampleWebhookValues, webhookPresets, webhookTemplateFault } from './webhook-template.ts'

const hostile = { ...sampleWebhookValues, rule: '", "admin": true, "x": "', machine: 'A&Body=b\n{{link}}' }

test('values are text in JSON, whatever they hold', () => {
  const { contentType, body } = renderWebhook('{"text": "{{rule}} on {{ machine }}"}', hostile)
  expect(contentType).toBe('application/json')
  expect(JSON.parse(body)).toEqual({ text: `${hostile.rule} on ${hostile.machine}` })
})

test('values are text in a form, whatever they hold', () => {
  const { contentType, body } = renderWebhook('To=+4790000000\n\nBody={{rule}} = {{machine}}', hostile)
  expect(contentType).toBe('application/x-www-form-urlencoded')
  expect(body.split('&').map((field) => field.split('=').map(decodeURIComponent))).toEqual([
    ['To', '+4790000000'],
    ['Body', `${hostile.rule} = ${hostile.machine}`],
  ])
})

test('a long value is cut', () => {
  const { body } = renderWebhook('{"text": "{{message}}"}', { ...hostile, message: 'x'.repeat(5_000) })
  expect((JSON.parse(body) as { text: string }).text).toHaveLength(1_000)
})

test.each(Object.entries(webhookPresets))('the template for %s is right', (_, template) => {
  expect(webhookTemplateFault(template)).toBeUndefined()
  expect(renderWebhook(template, sampleWebhookValues).body).not.toContain('{{')
})

test.each([
  ['{"text": "{{rule}}"', 'must be valid JSON'],
  ['{"text": {{rule}}}', 'must be valid JSON'],
  ['{"text": "{{secret}}"}', 'must not name the placeholder secret: known are event'],
  ['Alarm on {{machine}}', 'must be JSON, or lines such as To=+4790000000'],
  ['To=+47\n=x', 'must be JSON, or lines'],
])('%s is refused', (template, fault) => {
  expect(webhookTemplateFault(template)).toContain(fault)
})
