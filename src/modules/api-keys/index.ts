import { createApiKey, listApiKeys, listScopes, revokeApiKey, updateApiKey } from './api-keys.ts'

export const apiKeyOperations = [listScopes, listApiKeys, createApiKey, updateApiKey, revokeApiKey]
