// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func load(t *testing.T, text string) (*answer, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "answer.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	script := &script{}
	err := script.load(file)
	return script.get(), err
}

func TestEmptyAnswerServesEverything(t *testing.T) {
	given, err := load(t, "{}")
	if err != nil {
		t.Fatal(err)
	}
	all, err := given.allocatable()
	if !given.serves("v1") || !given.serves("v1alpha1") || all == nil || err != nil {
		t.Errorf("got %+v, allocatable %v, %v", given, all, err)
	}
}

func TestWhatIsNotServed(t *testing.T) {
	given, err := load(t, `{"services": ["v1alpha1"], "allocatable": null}`)
	if err != nil {
		t.Fatal(err)
	}
	if all, _ := given.allocatable(); given.serves("v1") || !given.serves("v1alpha1") || all != nil {
		t.Errorf("got %+v, allocatable %v", given, all)
	}
}

func TestBadAnswers(t *testing.T) {
	for _, text := range []string{"", "{", `{"pods": 1}`, `{"allocatable": 1}`} {
		if given, err := load(t, text); err == nil || given != nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestDevicesAreRepeatedPerNumaNode(t *testing.T) {
	entries := devicesV1([]devices{{Resource: "r", IDs: []string{"a", "b"}, Numa: []int64{0, 1}}})
	if len(entries) != 4 || entries[1].DeviceIds[0] != "a" || entries[1].Topology.Nodes[0].ID != 1 {
		t.Errorf("got %v", entries)
	}
}

// The exporter's client against this program, where the client's tests are built.
func TestContract(t *testing.T) {
	tests, err := filepath.Abs("../../../build/dev/bin/kube_test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(tests); err != nil {
		t.Skip("the client's tests are not built: ", err)
	}
	fake := filepath.Join(t.TempDir(), "go-fake-kubelet")
	if out, err := exec.Command("go", "build", "-o", fake, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(tests, "--gtest_filter=*ContractTest*/go")
	run.Env = append(os.Environ(), "PGE_GO_FAKE_KUBELET="+fake)
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
