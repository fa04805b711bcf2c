// The commands that install a program on a machine, shown once.
import { useState } from 'react'
import { Segments } from './choose.tsx'
import { useInstallMessages } from './messages.ts'
import { OneTimeSecret } from './one-time-secret.tsx'

interface InstallCommandProps {
  /** Systems that the script runs on. */
  readonly systems: string
  readonly label: string
  /** What the script needs and does. */
  readonly hint: string
  readonly enrollment: { readonly install_command: string; readonly docker_command: string }
}

type Method = 'shell' | 'docker'

export function InstallCommand({ systems, label, hint, enrollment }: InstallCommandProps) {
  const t = useInstallMessages()
  const [method, setMethod] = useState<Method>('shell')
  const choices = [
    { value: 'shell', label: systems },
    { value: 'docker', label: t.docker },
  ] as const
  const inDocker = method === 'docker'
  return (
    <>
      <Segments label={t.method} choices={choices} value={method} onChange={setMethod} />
      <OneTimeSecret
        key={method}
        long
        label={label}
        text={inDocker ? enrollment.docker_command : enrollment.install_command}
      />
      <p className="muted">{inDocker ? t.dockerHint(imageIn(enrollment.docker_command)) : hint}</p>
    </>
  )
}

const imageIn = (command: string): string => /\slapwing:\S+/.exec(command)?.[0].trim() ?? 'lapwing'
