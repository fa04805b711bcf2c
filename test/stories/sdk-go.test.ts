// A Go client, generated from the description and tried against a running Lapwing. `SDK_TRIALS=go` runs it, because it
// has to download the generator.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { keys, sharedLapwing } from '../kit/lapwing/lapwing.ts'
import { closedFolder } from '../kit/lapwing/process.ts'

const run = promisify(execFile)
const app = sharedLapwing()
const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'

const program = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"

	"example.com/trial/lapwing"
)

func main() {
	key := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Args[2])
		return nil
	}
	client, err := lapwing.NewClientWithResponses(os.Args[1]+"/v1", lapwing.WithRequestEditorFn(key))
	if err != nil {
		panic(err)
	}
	body := lapwing.MonitorCreate{Name: "Nightly backup", Type: "heartbeat", Interval: 3600}
	created, err := client.CreateMonitorWithResponse(context.Background(), nil, body)
	if err != nil {
		panic(err)
	}
	fmt.Println(created.StatusCode(), created.JSON201.Name)
}
`

it.runIf(process.env['SDK_TRIALS'] === 'go')('compiles and works', async () => {
  const folder = closedFolder()
  const inFolder = { cwd: folder, maxBuffer: 100_000_000 }
  const description = await fetch(`${app().origin}/v1/openapi.json`)
  writeFileSync(join(folder, 'openapi.json'), await description.text())
  writeFileSync(join(folder, 'main.go'), program)
  await run('go', ['mod', 'init', 'example.com/trial'], inFolder)
  await run('mkdir', ['lapwing'], inFolder)
  const options = ['-generate', 'types,client', '-package', 'lapwing', '-o', 'lapwing/lapwing.go', 'openapi.json']
  await run('go', ['run', generator, ...options], inFolder)
  await run('go', ['mod', 'tidy'], inFolder)
  await run('go', ['build', '-o', 'trial', '.'], inFolder)
  const { stdout } = await run('./trial', [app().origin, keys.write], inFolder)
  expect(stdout.trim()).toBe('201 Nightly backup')
})
