import { defineCall } from '../engine/call.ts'

export const prometheusMetrics = defineCall({
  area: 'Operation',
  method: 'GET',
  path: '/v1/prometheus/metrics',
  summary: 'What this process measures of itself, in the text format of Prometheus',
  description:
    'For a scraper with an API key that may see system health (header `X-API-KEY`, or `Authorization: Bearer`). Labels are fixed words: no series has ' +
    'the name of a machine, a person or a key. `deploy/prometheus` has a scrape configuration and alert rules.',
  access: 'operation.read',
  answer: 'file',
  types: ['text/plain'],
})
