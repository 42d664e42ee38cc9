import * as z from 'zod'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { AGENT_LIMITS, APP_RESOURCES, SCOPE_NAMES } from '../../kernel/vocabulary.ts'
import { InstantOutput } from '../../kernel/wire.ts'

const MAX_REQUEST_LENGTH = 6_000

const ScopeName = lazy(() => z.enum(SCOPE_NAMES))
const AgentsMay = lazy(() =>
  z
    .enum(AGENT_LIMITS)
    .describe(
      'Limit for the app over MCP. `read` lets it only read. `ask`, the default, lets it carry out a quote only after it has asked the person. `confirm` also lets it confirm a quote itself.',
    ),
)
const Request = lazy(() =>
  z
    .string()
    .min(1)
    .max(MAX_REQUEST_LENGTH)
    .describe('Query string of the app’s authorization request.')
    .meta({ examples: ['response_type=code&client_id=https%3A%2F%2Fapp.example%2Fclient.json'] }),
)

export const App = lazy(() =>
  z
    .object({
      id: z.string().describe('Id of the grant.'),
      clientId: z.string().describe('URL of the app’s metadata document.'),
      host: z.string().describe('Host of that URL, which says who the app is.'),
      name: z.string().describe('Name that the app gives itself. The service doesn’t check it.'),
      userId: z.string().describe('Member who allowed the app.'),
      userName: z.string().nullable().describe('Name of that member. Null if the sign-in doesn’t say it.'),
      scopes: z.array(ScopeName()),
      resource: z.enum(APP_RESOURCES).describe('Whether its tokens open the API or the tools for assistants.'),
      agentsMay: AgentsMay(),
      createdAt: InstantOutput(),
      lastUsedAt: InstantOutput().nullable(),
    })
    .meta({ id: 'App' }),
)
export type AppOutput = SchemaOutput<typeof App>

export const AuthorizationQuery = lazy(() => z.object({ request: Request() }))

export const AppAuthorization = lazy(() =>
  z
    .object({
      host: z.string().describe('Host of the app’s metadata document.'),
      name: z.string().describe('Name that the app gives itself. The service doesn’t check it.'),
      returnsTo: z.string().describe('Host or program on your computer that the browser opens afterwards.'),
      isElsewhere: z.boolean().describe('Whether that is neither the app’s host nor your computer.'),
      isCommandLine: z.boolean().describe('Whether the app says that it is `evcal`, the command line of this service.'),
      isLoopback: z.boolean().describe('Whether that is a program on your computer.'),
      scopes: z.array(ScopeName()).describe('Scopes that the app requests.'),
      resource: z.enum(APP_RESOURCES).nullable(),
      denyUrl: z.string().describe('URL for the browser if you decline.'),
      errorUrl: z.string().nullable().describe('URL for the browser if the request has an error.'),
    })
    .meta({ id: 'AppAuthorization' }),
)

export const AllowedApp = lazy(() =>
  z.object({
    request: Request(),
    scopes: z.array(ScopeName()).min(1, 'must contain at least one scope').max(SCOPE_NAMES.length),
  }),
)

export const AllowedAppAnswer = lazy(() =>
  z
    .object({ redirectUrl: z.string().describe('URL for the browser, with the code for the app.') })
    .meta({ id: 'AllowedApp' }),
)

export const AppChanges = lazy(() => z.object({ agentsMay: AgentsMay() }))
