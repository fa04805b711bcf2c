// Decides for each object of a history whether its operations are linearizable. Reads the history as JSON from standard
// input, and prints the ids of the objects that are not, and of those that take too long.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

// Operation is a request about one object. Value is what it wrote or read.
type Operation struct {
	Object string `json:"object"`
	Client int    `json:"client"`
	Call   int64  `json:"call"`
	Return int64  `json:"return"`
	Kind   string `json:"kind"`
	Value  string `json:"value"`
	// Found, missing, or unknown if no response arrived.
	Outcome string `json:"outcome"`
}

type state struct {
	exists bool
	value  string
}

var model = porcupine.Model{
	Init: func() interface{} { return state{} },
	Step: func(before, input, output interface{}) (bool, interface{}) {
		current, operation := before.(state), input.(Operation)
		if operation.Outcome == "missing" {
			return !current.exists, current
		}
		isKnown := operation.Outcome == "found"
		switch operation.Kind {
		case "create":
			return !current.exists, state{true, operation.Value}
		case "read":
			return current == state{true, operation.Value}, current
		case "update":
			if !current.exists {
				return !isKnown, current
			}
			return true, state{true, operation.Value}
		case "delete":
			return current.exists || !isKnown, state{}
		}
		panic("unknown operation " + operation.Kind)
	},
}

type verdict struct {
	Illegal   []string `json:"illegal"`
	Undecided []string `json:"undecided"`
}

func main() {
	var history []Operation
	if err := json.NewDecoder(os.Stdin).Decode(&history); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	objects := map[string][]porcupine.Operation{}
	for _, one := range history {
		objects[one.Object] = append(objects[one.Object], porcupine.Operation{
			ClientId: one.Client, Input: one, Call: one.Call, Output: nil, Return: one.Return,
		})
	}
	found := verdict{Illegal: []string{}, Undecided: []string{}}
	for object, operations := range objects {
		switch porcupine.CheckOperationsTimeout(model, operations, 20*time.Second) {
		case porcupine.Illegal:
			found.Illegal = append(found.Illegal, object)
		case porcupine.Unknown:
			found.Undecided = append(found.Undecided, object)
		}
	}
	_ = json.NewEncoder(os.Stdout).Encode(found)
}
