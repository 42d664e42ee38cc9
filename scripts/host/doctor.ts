import { dataDirOf, readSettings, type Settings } from '../start/settings.ts'
import { askServer } from '../start/smtp.ts'
import { StartError } from '../start/start-error.ts'
import { fault, ok, tell, type Finding } from '../doctor/finding.ts'
import { examineMachine } from '../doctor/machine.ts'
import { examinePort, examinePublicAddress } from '../doctor/network.ts'
import { dnsOf, examineSender, senderDomain } from '../doctor/sender.ts'
import { examineStripe } from '../doctor/stripe.ts'
import { packageDir } from './release.ts'

const FIX_SETTINGS = 'Correct it in the environment of the service, then restart.'

const settingsIn = (env: NodeJS.ProcessEnv): Settings | Finding[] => {
  try {
    return readSettings(env)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const lines = error.message.replace(/^invalid settings:\n/, '').split('\n')
    return lines.map((line) => fault(line.trim(), FIX_SETTINGS))
  }
}

const examineMail = async ({ smtp, vars }: Settings): Promise<Finding> => {
  if (smtp === null)
    return vars['ENVIRONMENT'] === 'production'
      ? fault(
          'SMTP_URL is not set, so no email is sent.',
          'Set SMTP_URL to your mail server: smtps://user:password@mail.example.org:465',
        )
      : ok('Emails are written to the data directory.')
  const said = await askServer(smtp)
  return said === null
    ? ok(`${smtp.host}:${smtp.port} accepts the login.`)
    : fault(
        `${smtp.host}:${smtp.port} refuses: ${said}`,
        'Check user, password and port in SMTP_URL, and that the firewall lets this machine out.',
      )
}

const print = (line: string) => console.log(line)

/** Checks everything that a service on its own server depends on. Returns the exit code. */
export const doctor = async (env: NodeJS.ProcessEnv, root = packageDir, say = print): Promise<number> => {
  const settings = settingsIn(env)
  const machine = examineMachine({
    dataDir: dataDirOf(env),
    packageDir: root,
    backupDir: env.BACKUP_DIR,
    now: Date.now(),
  })
  if (Array.isArray(settings)) return tell([...settings, ...machine], say)
  const { vars, origin } = settings
  const domain = senderDomain(vars['MAIL_FROM'])
  const [port, address, mail, sender, stripe] = await Promise.all([
    examinePort(origin, vars['PROXY_TOKEN']),
    examinePublicAddress(vars['PUBLIC_BASE_URL'] ?? ''),
    examineMail(settings),
    examineSender(dnsOf(env), domain, env.DKIM_SELECTOR),
    examineStripe(vars),
  ])
  return tell([ok('The settings are valid.'), ...machine, port, ...address, mail, ...sender, ...stripe], say)
}
