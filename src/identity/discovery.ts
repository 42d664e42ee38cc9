import type { IdentityConfig } from './config.ts'

/** OpenID Connect Discovery 1.0, section 3. */
export const discoveryOf = ({ issuer }: IdentityConfig) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  end_session_endpoint: `${issuer}/logout`,
  scopes_supported: ['openid', 'profile', 'email'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
  token_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
  claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'sid', 'nonce', 'name', 'email', 'email_verified'],
  authorization_response_iss_parameter_supported: true,
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
})
