import { describe, expect, it } from 'vitest'
import { configOf } from '../../../src/platform/config.ts'
import type { Env } from '../../../src/platform/env.ts'

const signInOf = (vars: Partial<Env>) =>
  configOf({ ENVIRONMENT: 'local', PUBLIC_BASE_URL: 'http://127.0.0.1/api', ICS_DOMAIN: 'x', ...vars } as Env).signIn

const AUTH_ISSUER = 'https://sign-in.example/'

describe('sign-in configuration of the pages', () => {
  it('is null without AUTH_ISSUER', () => expect(signInOf({})).toBeNull())

  it('sends AUTH_AUDIENCE as both audience and resource', () => {
    expect(signInOf({ AUTH_ISSUER, AUTH_AUDIENCE: 'https://calendar.example/api' })).toEqual({
      issuer: AUTH_ISSUER,
      clientId: 'console',
      parameters: 'audience=https%3A%2F%2Fcalendar.example%2Fapi&resource=https%3A%2F%2Fcalendar.example%2Fapi',
      origins: ['https://sign-in.example'],
    })
  })

  it('sends resource only if AUTH_AUDIENCE is a URL', () => {
    expect(signInOf({ AUTH_ISSUER, AUTH_AUDIENCE: 'calendar' })?.parameters).toBe('audience=calendar')
  })

  it('uses AUTH_PARAMETERS instead if it is set, even to an empty value', () => {
    const AUTH_AUDIENCE = 'https://calendar.example/api'
    expect(signInOf({ AUTH_ISSUER, AUTH_AUDIENCE, AUTH_PARAMETERS: 'scope=api%3A%2F%2Fx' })?.parameters).toBe(
      'scope=api%3A%2F%2Fx',
    )
    expect(signInOf({ AUTH_ISSUER, AUTH_AUDIENCE, AUTH_PARAMETERS: '' })?.parameters).toBe('')
  })

  it('adds AUTH_ENDPOINT_ORIGINS to the issuer’s origin', () => {
    const AUTH_ENDPOINT_ORIGINS = 'https://tokens.example https://keys.example'
    expect(signInOf({ AUTH_ISSUER, AUTH_ENDPOINT_ORIGINS })?.origins).toEqual([
      'https://sign-in.example',
      'https://tokens.example',
      'https://keys.example',
    ])
  })
})
