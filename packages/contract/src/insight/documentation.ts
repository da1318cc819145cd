import { z } from 'zod'
import { defineAddress } from '../engine/address.ts'
import { problemCodes } from '../engine/problem.ts'

const area = 'Operation'

export const openApi = defineAddress({
  area,
  method: 'GET',
  path: '/v1/openapi.json',
  summary: 'This document',
  answers: {
    200: {
      description: 'OpenAPI 3.1',
      type: 'application/json',
      schema: z.looseObject({ openapi: z.string() }),
      sends: ['ETag'],
    },
  },
})

export const problemList = defineAddress({
  area,
  method: 'GET',
  path: '/problems',
  summary: 'Every kind of problem on a page',
  answers: {
    200: { description: 'The page, in the language of the reader', type: 'text/html', sends: ['Content-Language'] },
  },
})

export const problemPage = defineAddress({
  area,
  method: 'GET',
  path: '/problems/{code}',
  summary: 'What a kind of problem is and what to do about it: the `type` of a problem leads here',
  params: z.object({ code: z.enum(problemCodes) }),
  answers: {
    200: { description: 'The page, in the language of the reader', type: 'text/html', sends: ['Content-Language'] },
    404: { description: 'The list of all kinds', type: 'text/html', sends: ['Content-Language'] },
  },
})
