import { owner } from '../../access/demands.ts'
import { dashboard, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { ApiKey, ApiKeyChanges, CalendarInQuery, CreatedApiKey, NewApiKey, ScopeName } from './api-keys.schema.ts'
import { createApiKey, recoverApiKey } from './create-api-key.ts'
import { listApiKeys, listScopes } from './list-api-keys.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { updateApiKey } from './update-api-key.ts'

const plan = 'PRO'

export const apiKeyOperations = [
  operation({
    id: 'apiKeys.scopes',
    summary: 'List the scopes that a key can have',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('GET /calendars/:slug/api-keys/scopes', { plan })],
    answer: listOf(ScopeName),
    run: listScopes,
  }),
  operation({
    id: 'apiKeys.list',
    summary: 'List the API keys of a calendar, revoked ones included',
    subject: 'calendar',
    subjectIn: 'query',
    access: owner,
    routes: [
      dashboard('GET /calendars/:slug/api-keys', { plan }),
      dashboard('GET /v1/api-keys', { plan, current: 'GET /calendars/:slug/api-keys' }),
    ],
    query: CalendarInQuery,
    answer: listOf(ApiKey),
    run: listApiKeys,
  }),
  operation({
    id: 'apiKeys.create',
    summary: 'Create an API key; the answer is the only one that shows it whole',
    subject: 'calendar',
    subjectIn: 'query',
    access: owner,
    routes: [
      dashboard('POST /calendars/:slug/api-keys', { plan }),
      dashboard('POST /v1/api-keys', { plan, current: 'POST /calendars/:slug/api-keys' }),
    ],
    query: CalendarInQuery,
    body: NewApiKey,
    answer: one(CreatedApiKey),
    refusals: ['api_key_limit_reached'],
    recover: recoverApiKey,
    run: createApiKey,
  }),
  operation({
    id: 'apiKeys.update',
    summary: 'Rename, deactivate or reactivate an API key',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('PATCH /calendars/:slug/api-keys/:keyId', { plan })],
    body: ApiKeyChanges,
    answer: one(ApiKey),
    refusals: ['api_key_limit_reached'],
    run: updateApiKey,
  }),
  operation({
    id: 'apiKeys.revoke',
    summary: 'Revoke an API key for good',
    subject: 'calendar',
    access: owner,
    routes: [dashboard('DELETE /calendars/:slug/api-keys/:keyId', { plan })],
    answer: one(Deleted),
    run: revokeApiKey,
  }),
]
