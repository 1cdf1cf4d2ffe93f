// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/json"
	"math/rand"
	"os"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type devices struct {
	Resource string   `json:"resource"`
	IDs      []string `json:"ids"`
	Numa     []int64  `json:"numa"`
}

type dynamicDevice struct {
	Driver string   `json:"driver"`
	Pool   string   `json:"pool"`
	Device string   `json:"device"`
	CDI    []string `json:"cdi"`
}

type claim struct {
	Namespace string          `json:"namespace"`
	Name      string          `json:"name"`
	Devices   []dynamicDevice `json:"devices"`
}

type container struct {
	Name    string    `json:"name"`
	Devices []devices `json:"devices"`
	Claims  []claim   `json:"claims"`
}

type pod struct {
	Namespace  string      `json:"namespace"`
	Name       string      `json:"name"`
	Containers []container `json:"containers"`
}

type failure struct {
	Code    codes.Code `json:"code"`
	Message string     `json:"message"`
}

type answer struct {
	Services         []string        `json:"services"`
	Pods             []pod           `json:"pods"`
	Allocatable      json.RawMessage `json:"allocatable"`
	ListError        *failure        `json:"list_error"`
	AllocatableError *failure        `json:"allocatable_error"`
	DelayMS          int64           `json:"delay_ms"`
	Hang             bool            `json:"hang"`
	Shuffle          bool            `json:"shuffle"`
}

func (a *answer) serves(service string) bool {
	return a.Services == nil || slices.Contains(a.Services, service)
}

// allocatable is nil where the method is not there.
func (a *answer) allocatable() (*[]devices, error) {
	if a.Allocatable == nil {
		return &[]devices{}, nil
	}
	var all *[]devices
	err := json.Unmarshal(a.Allocatable, &all)
	return all, err
}

func (a *answer) shuffled() []pod {
	pods := slices.Clone(a.Pods)
	if a.Shuffle {
		rand.Shuffle(len(pods), func(i, j int) { pods[i], pods[j] = pods[j], pods[i] })
	}
	return pods
}

// wait does what the answer says before there is one.
func (a *answer) wait(ctx context.Context) error {
	if a.Hang {
		<-ctx.Done()
		return status.FromContextError(ctx.Err()).Err()
	}
	select {
	case <-ctx.Done():
		return status.FromContextError(ctx.Err()).Err()
	case <-time.After(time.Duration(a.DelayMS) * time.Millisecond):
		return nil
	}
}

// script holds the newest answer.
type script struct {
	mutex  sync.Mutex
	answer *answer
}

func (s *script) load(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	next := &answer{}
	if err := json.Unmarshal(text, next); err != nil {
		return err
	}
	if _, err := next.allocatable(); err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.answer = next
	return nil
}

func (s *script) get() *answer {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.answer
}
